import assert from "node:assert/strict"
import { PassThrough } from "node:stream"
import type { IncomingMessage } from "node:http"
import { test } from "node:test"
import pg from "pg"
import { log } from "../kit/service/log.ts"
import { readBody } from "./body.ts"
import { toProblem } from "./errors.ts"

log.level = "silent"

const coded = (code: string, message = "") => Object.assign(new Error(message), { code })
const databaseError = (code: string) => Object.assign(new pg.DatabaseError("", 0, "error"), { code })

test("whatever leaves open whether a commit took effect is a retryable 503", () => {
  const lost = [
    coded("ECONNRESET", "read ECONNRESET"),
    coded("ECONNRESET", "aborted"),
    ...["EPIPE", "ETIMEDOUT", "ECONNREFUSED", "EHOSTUNREACH", "ENETDOWN", "EAI_AGAIN", "ENOENT", "ERR_STREAM_DESTROYED"].map(code =>
      coded(code),
    ),
    ...["08006", "57P01", "57P03", "57014", "53300", "55P03", "25P03", "40003"].map(databaseError),
    ...[
      "Connection terminated",
      "Connection terminated unexpectedly",
      "Connection terminated due to connection timeout",
      "Client has encountered a connection error and is not queryable",
      "Client was closed and is not queryable",
      "Query read timeout",
      "timeout expired",
      "timeout exceeded when trying to connect",
      "Cannot use a pool after calling end on the pool",
      "Received unexpected commandComplete message from backend.",
    ].map(message => new Error(message)),
  ]
  for (const error of lost) {
    const { code, status, retryable } = toProblem(error, "r")
    assert.deepEqual([code, status, retryable], ["SYS-9002", 503, true], `${(error as { code?: string }).code} ${error.message}`)
  }
})

test("a mistake of ours is a 500, which is retryable too", () => {
  for (const error of [new TypeError("x is undefined"), coded("ERR_INVALID_ARG_TYPE"), databaseError("42P01"), databaseError("XX000")])
    assert.deepEqual([toProblem(error, "r").code, toProblem(error, "r").retryable], ["SYS-9001", true])
})

test("a client that leaves while it sends its body has done nothing", async () => {
  const stream = new PassThrough()
  const body = readBody(stream as unknown as IncomingMessage, "application/json")
  stream.write('{"a":')
  stream.destroy(coded("ECONNRESET", "aborted"))
  await assert.rejects(body, {
    code: "GEN-1001",
    status: 400,
    message: /the connection closed before all of it arrived; nothing was done$/,
  })
})
