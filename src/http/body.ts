import { isUtf8 } from "node:buffer"
import type { IncomingMessage } from "node:http"
import { isStorable, storableRule } from "../kit/pure/input.ts"
import type { Problem } from "../kit/pure/problem.ts"
import { generalProblem, invalidField } from "../kit/pure/errors.ts"
import { countFields, maxJsonDepth, maxJsonFields, parseExactly, scanJson } from "./json-limits.ts"

/** Contract: a body over 1 MiB is rejected. */
export const maxBodyBytes = 1024 * 1024

/** The bytes of a body, and why it can't be used, if so. The problem is thrown later, because authentication comes first. */
export type Body = { bytes: Buffer; problem?: Problem; upload?: Record<string, unknown> }

/** A client whose upload is cut off never reads the error, so this much more is read and discarded before the connection is closed. */
const maxDiscardedBytes = 16 * 1024 * 1024

/** Reads a body of at most `maxBodyBytes`. */
export async function readBody(stream: IncomingMessage, contentType: string | undefined): Promise<Body> {
  const bytes = await readBytes(stream, maxBodyBytes)
  return bytes ? checkContentType(bytes, contentType) : { bytes: Buffer.alloc(0), problem: generalProblem("VAL-1006") }
}

/** Undefined for a longer body. It is not kept in memory, and its connection is closed with the response. */
export function readBytes(stream: IncomingMessage, maxBytes: number): Promise<Buffer | undefined> {
  if (stream.readableEnded) return Promise.resolve(Buffer.alloc(0)) // the request has no body
  const { promise, resolve, reject } = Promise.withResolvers<Buffer | undefined>()
  const chunks: Buffer[] = []
  let length = 0
  stream.on("data", (chunk: Buffer) => {
    length += chunk.length
    if (length <= maxBytes) chunks.push(chunk)
    else chunks.length = 0
    if (length > maxBytes + maxDiscardedBytes) resolve(undefined)
  })
  stream.once("end", () => resolve(length > maxBytes ? undefined : Buffer.concat(chunks)))
  stream.once("error", () => reject(generalProblem("GEN-1001", { detail: "the connection closed before all of it arrived" })))
  return promise
}

function checkContentType(bytes: Buffer, contentType: string | undefined): Body {
  const isJson = /^application\/json\s*(;|$)/i.test(contentType ?? "")
  return bytes.length > 0 && !isJson ? { bytes, problem: generalProblem("VAL-1008", { contentType: contentType ?? "nothing" }) } : { bytes }
}

/** Parses a JSON body, whatever it is. An empty body is an object without fields. */
export function parseBody({ bytes, problem }: Body): unknown {
  if (problem) throw problem
  return bytes.length === 0 ? {} : parseJson(bytes)
}

/** Parses the fields of a JSON body. */
export const parseFields = (body: Body): object => fieldsIn(parseBody(body))

/** The fields of a parsed body, which must be an object. */
export function fieldsIn(fields: unknown): object {
  if (fields === null || typeof fields !== "object" || Array.isArray(fields)) {
    const message = "The body must be a JSON object"
    throw generalProblem("VAL-1003", { detail: message }, [{ path: "", message }])
  }
  return fields
}

/** The parameters of a query string in their order; a name may occur twice. */
export type QueryParameters = [name: string, value: string][]
export function parseQuery(query: string): QueryParameters {
  if (query === "") return []
  return unescapedQuery.test(query) ? query.split("&").map(pair => pair.split("=") as [string, string]) : [...new URLSearchParams(query)]
}
/** Nearly all query strings have no escapes, so they need no URLSearchParams. */
const unescapedQuery = /^[\w.-]+=[\w.-]*(&[\w.-]+=[\w.-]*)*$/

/** Call it before any parser sees the bytes. Returns how many fields they have. */
export function assertWithinLimits(bytes: Buffer): number {
  const { excess, fields } = scanJson(bytes)
  if (excess) throw generalProblem("VAL-1001", { detail: excesses[excess] })
  return fields
}
const excesses = {
  depth: `it is nested more than ${maxJsonDepth} levels deep; send at most ${maxJsonDepth}`,
  fields: `it has more than ${maxJsonFields} fields; send at most ${maxJsonFields}`,
}

function parseJson(bytes: Buffer): unknown {
  const written = assertWithinLimits(bytes)
  if (!isUtf8(bytes)) throw generalProblem("VAL-1001", { detail: "it is not UTF-8" })
  const text = bytes.toString("utf8")
  let fields: unknown
  try {
    fields = parseExactly(text)
  } catch (error) {
    throw generalProblem("VAL-1001", { detail: (error as SyntaxError).message })
  }
  // Which of two amounts was meant can't be known, and others on the way may have read the first.
  if (countFields(fields) !== written)
    throw generalProblem("VAL-1001", { detail: "an object in it has the same field twice; send it once" })
  if (/\\u(0000|d[89a-f])/i.test(text)) assertStorable(fields, "")
  return fields
}

/** PostgreSQL can't store NUL and unpaired surrogates. They only get into JSON through escapes, so only then every string is checked. */
function assertStorable(value: unknown, path: string) {
  if (typeof value === "string" && !isStorable(value)) throw invalidField(path, storableRule)
  if (value !== null && typeof value === "object")
    for (const [key, each] of Object.entries(value)) {
      assertStorable(key, path)
      assertStorable(each, path ? `${path}.${key}` : key)
    }
}
