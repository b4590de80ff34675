import { isUtf8 } from "node:buffer"
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify"
import { requestKeyOf } from "../../kit/operation/idempotency.ts"
import type { Operation, Page } from "../../kit/operation/operation.ts"
import { perform, type Request } from "../../kit/operation/perform.ts"
import { readCredential } from "../credential.ts"
import { type Body, parseFields, type QueryParameters } from "../body.ts"
import type { RequestLimits } from "../request-limits.ts"
import { jsonHeaders, sendJson } from "../connection/send-response.ts"
import { shadowedActions, unknownRoute } from "../connection/unknown-route.ts"
import { invalidField, generalProblem } from "../../kit/pure/errors.ts"

/** Adds a route for each operation that has one; the method and URL are its route string. */
export function addRestRoutes(app: FastifyInstance, operations: readonly Operation[], limits: RequestLimits) {
  for (const op of operations) {
    if (!op.route) continue
    const [method, path] = op.route.split(" ") as ["GET" | "POST", string]
    app.route({
      method,
      url: fastifyPath(path),
      config: { operation: op.route, success: op.success },
      handler: (request, reply) => handle(op, request, reply, limits),
    })
  }
  for (const path of shadowedActions(operations))
    app.get(fastifyPath(path), request => {
      throw unknownRoute(operations, request)
    })
}

const fastifyPath = (path: string) => path.replaceAll(/\{(\w+)\}/g, ":$1")

async function handle(op: Operation, request: FastifyRequest, reply: FastifyReply, limits: RequestLimits) {
  if ((request.params as Params)["id"] === "") throw generalProblem("GEN-1006", { method: request.method, path: pathOf(request) })
  const { status, body, replayed } = await perform(op, requestOf(op, request, limits))
  sendJson(request, reply, op.route!, { status, body, headers: replayed ? replayedHeaders : headers })
}

const headers = jsonHeaders()
const replayedHeaders = jsonHeaders({ "idempotent-replayed": "true" })

function requestOf(op: Operation, request: FastifyRequest, limits: RequestLimits): Request {
  const {
    authorization,
    "x-tenant-id": tenant,
    "idempotency-key": keyHeader,
    "if-match": ifMatch,
    "dry-run": dryRun,
  } = request.headers as Headers
  const key = decodeHeader(keyHeader)
  const credential = readCredential(authorization, "ApiKey")
  const body = (request.body as Body | undefined) ?? emptyBody
  const params = request.params as Params
  const { id } = params
  const isRead = request.method === "GET"
  return {
    credential,
    tenant,
    idempotencyKey: op.idempotency ? key : undefined,
    requestKey:
      op.idempotency && requestKeyOf({ route: `${request.method} ${pathOf(request)}`, body: body.bytes, key, credential: credential.hash }),
    origin: { channel: "rest", operation: op.route!, requestId: request.id, address: request.ip },
    ...(id !== undefined && { reference: id }),
    ifMatch: isRead ? undefined : ifMatch,
    dryRun: !isRead && isDryRun(dryRun),
    input: () => ({
      fields: isRead ? (op.list ? undefined : otherPathParams(params)) : { ...fieldsOf(body, dryRun), ...otherPathParams(params) },
      query: request.query as QueryParameters,
    }),
    render: result =>
      op.list ? renderPage(op.list.under, result as Page<unknown>) : op.success ? { success: true, data: result } : { data: result },
    consume: caller => limits(caller.user, tenant!),
  }
}
type Headers = Record<string, string | undefined>

/** Node reads each byte of a header as one character of Latin-1. Where the bytes are UTF-8, that text is meant. */
function decodeHeader(value: string | undefined): string | undefined {
  if (value === undefined || Buffer.byteLength(value) === value.length) return value // ASCII
  const bytes = Buffer.from(value, "latin1")
  return isUtf8(bytes) ? bytes.toString("utf8") : value
}

/** Any value but "false" is a dry run; an invalid value is rejected later, by `fieldsOf`. */
const isDryRun = (header: string | undefined) => header !== undefined && !/^false$/i.test(header)
type Params = Record<string, string>

function fieldsOf(body: Body, dryRun: string | undefined): object {
  if (dryRun !== undefined && !/^(true|false)$/i.test(dryRun)) throw invalidField("Dry-Run", "must be true or false; nothing was done")
  return parseFields(body)
}

/** The path parameters besides `id`, which is the reference of the operation's subject. */
function otherPathParams(params: Params): Params {
  const others: Params = {}
  for (const name in params) if (name !== "id") others[name] = params[name]!
  return others
}

const pathOf = ({ url }: FastifyRequest) => url.split("?", 1)[0]!
const emptyBody: Body = { bytes: Buffer.alloc(0) }

const renderPage = (under: string | undefined, { data, hasMore, count }: Page<unknown>) => ({
  data: under ? { [under]: data } : data,
  hasMore,
  count,
})
