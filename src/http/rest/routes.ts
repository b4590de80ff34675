import { isUtf8 } from "node:buffer"
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify"
import { requestKeyOf } from "../../kit/operation/idempotency.ts"
import type { Operation } from "../../kit/operation/operation.ts"
import type { Page } from "../../kit/pure/page.ts"
import { type OpenRequest, perform, performOpen, type Request } from "../../kit/operation/perform.ts"
import { renderCsv } from "../../kit/pure/csv.ts"
import { readRestCredential } from "../credential.ts"
import { type Body, parseFields, type QueryParameters } from "../body.ts"
import { isDryRun } from "../dry-run.ts"
import type { RequestLimits } from "../request-limits.ts"
import { noteCaller } from "../connection/request-log.ts"
import { apiHeaders, sendBody, sendPieces } from "../connection/send-response.ts"
import { assertOwnOrigin } from "../own-origin.ts"
import { attachmentHeaders, headersOf, performFile } from "../response-file.ts"
import { prefers } from "./accept.ts"
import { announcing, deprecatedOf } from "./deprecated.ts"
import { assertMayUpload, uploadedFields } from "../upload.ts"
import { openStream, withLastEventId } from "./stream.ts"
import { shadowedActions, unknownRoute } from "../connection/unknown-route.ts"
import { generalProblem, invalidField, unknownField } from "../../kit/pure/errors.ts"

/** Adds a route for each operation that has one; the method and URL are its route string. */
export function addRestRoutes(app: FastifyInstance, operations: readonly Operation[], limits: RequestLimits) {
  for (const op of operations) {
    if (!op.route) continue
    const [method, path] = op.route.split(" ") as ["GET" | "POST", string]
    const deprecated = deprecatedOf(op)
    app.route({
      method,
      url: fastifyPath(path),
      config: { operation: op.route, success: op.success, open: op.open !== undefined, upload: op.upload },
      ...(op.upload && { bodyLimit: op.upload.maxBytes, onRequest: request => assertMayUpload(op, request) }),
      handler: (request, reply) => handle(deprecated ? announcing(op, deprecated, reply.raw) : op, request, reply, limits),
    })
  }
  for (const path of shadowedActions(operations))
    app.get(fastifyPath(path), request => {
      throw unknownRoute(operations, request)
    })
}

const fastifyPath = (path: string) => path.replaceAll(/\{(\w+)\}/g, ":$1")

async function handle(named: Operation, request: FastifyRequest, reply: FastifyReply, limits: RequestLimits) {
  const op = named.pdf && prefers(request.headers.accept, "application/pdf") ? named.pdf : named
  if ((request.params as Params)["id"] === "") throw generalProblem("GEN-1006", { method: request.method, path: pathOf(request) })
  if (op.stream) return openStream(op, request, reply, requestOf(op, request, limits))
  if (op.file) {
    const file = await performFile(op, requestOf(op, request, limits))
    return sendBody(request, reply, op.route!, { status: 200, body: file.content, headers: apiHeaders(headersOf(file)) })
  }
  const response = await (op.open ? performOpen(op, openRequestOf(op, request)) : perform(op, requestOf(op, request, limits)))
  const { status, body, replayed, file } = response
  if (file) return sendPieces(request, reply, op.route!, { pieces: file.pieces, headers: apiHeaders(attachmentHeaders(file)) })
  const isCsv = status === 200 && wantsCsv(op, request)
  const isFile = status === 200 && op.content !== undefined
  const common = isFile ? fileHeaders : isCsv ? csvHeaders : replayed ? replayedHeaders : headers
  const all = response.headers ? [...common, ...Object.entries(response.headers).flat()] : common
  sendBody(request, reply, op.route!, { status, body, headers: all })
}

const wantsCsv = (op: Operation, request: FastifyRequest) => op.csv !== undefined && prefers(request.headers.accept, "text/csv")

const headers = apiHeaders()
const csvHeaders = apiHeaders({ "content-type": "text/csv; charset=utf-8; header=present" })
const fileHeaders = apiHeaders({ "content-type": "application/octet-stream" })
const replayedHeaders = apiHeaders({ "idempotent-replayed": "true" })

function requestOf(op: Operation, request: FastifyRequest, limits: RequestLimits): Request {
  const { "x-tenant-id": tenantHeader, "idempotency-key": keyHeader, "if-match": ifMatch, "dry-run": dryRun } = request.headers as Headers
  const key = decodeHeader(keyHeader)
  const credential = readRestCredential(request)
  const body = (request.body as Body | undefined) ?? emptyBody
  const params = request.params as Params
  const { id } = params
  const isRead = request.method === "GET"
  const isSession = credential.kind === "session"
  if (isSession && !isRead) assertOwnOrigin(request)
  const tenant = tenantHeader ?? (isSession ? credential.tenant : undefined)
  return {
    credential,
    tenant,
    idempotencyKey: isRead ? undefined : key,
    requestKey:
      !isRead && (key !== undefined || op.idempotency)
        ? requestKeyOf({ route: `${request.method} ${pathOf(request)}`, body: body.bytes, key, credential: credential.hash })
        : undefined,
    origin: { channel: isSession ? "dashboard" : "rest", operation: op.route!, requestId: request.id, address: request.ip },
    ...(id !== undefined && { reference: id }),
    path: otherPathParams(params),
    ifMatch: isRead ? undefined : ifMatch,
    dryRun: !isRead && isDryRun(dryRun),
    input: () => ({
      fields: op.upload
        ? uploadedFields(body, request.query as QueryParameters)
        : isRead
          ? op.list
            ? undefined
            : otherPathParams(params)
          : withPathParams(fieldsOf(body, dryRun), params),
      query: op.upload
        ? []
        : op.stream
          ? withLastEventId(request)
          : op.streamedFile
            ? withFormat(request)
            : (request.query as QueryParameters),
    }),
    render(filtered, result) {
      if (op.content) return op.content(result)
      return op.csv && wantsCsv(op, request) ? renderCsv(op.csv(result)) : JSON.stringify(renderResult(op, filtered))
    },
    consume(caller) {
      noteCaller(request, { caller, tenant: { id: tenant! } })
      return limits(caller.user, tenant!)
    },
  }
}
type Headers = Record<string, string | undefined>

/** The parameter wins over the header. */
function withFormat({ headers, query }: FastifyRequest): QueryParameters {
  const parameters = query as QueryParameters
  const isStated = parameters.some(([name]) => name === "format")
  return !isStated && prefers(headers.accept, "text/csv") ? [...parameters, ["format", "csv"]] : parameters
}

/** A request without a credential. A page of another site must not sign its visitor in; programs send no Origin. */
function openRequestOf(op: Operation, request: FastifyRequest): OpenRequest {
  const { origin, "dry-run": dryRun, "idempotency-key": key, "user-agent": userAgent = "" } = request.headers as Headers
  if (origin !== undefined) assertOwnOrigin(request)
  if (isDryRun(dryRun)) throw invalidField("Dry-Run", "is not supported here, because it is not known who asks; nothing was done")
  return {
    origin: { channel: "dashboard", operation: op.route!, requestId: request.id, address: request.ip },
    userAgent,
    idempotencyKey: decodeHeader(key),
    input: () => ({ fields: fieldsOf((request.body as Body | undefined) ?? emptyBody, dryRun), query: request.query as QueryParameters }),
    render: result => JSON.stringify(renderResult(op, result)),
  }
}

/** Node reads each byte of a header as one character of Latin-1. Where the bytes are UTF-8, that text is meant. */
function decodeHeader(value: string | undefined): string | undefined {
  if (value === undefined || Buffer.byteLength(value) === value.length) return value // ASCII
  const bytes = Buffer.from(value, "latin1")
  return isUtf8(bytes) ? bytes.toString("utf8") : value
}
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

/** Path parameters can't be repeated in the body, where they might differ. */
function withPathParams(fields: object, params: Params): object {
  const others = otherPathParams(params)
  for (const path in others) if (Object.hasOwn(fields, path)) throw unknownField(path)
  return { ...fields, ...others }
}

const pathOf = ({ url }: FastifyRequest) => url.split("?", 1)[0]!
const emptyBody: Body = { bytes: Buffer.alloc(0) }

function renderResult(op: Operation, result: unknown): object {
  if (op.list) return renderPage(op.list.under, result as Page<unknown>)
  return op.success ? { success: true, data: result } : { data: result }
}

const renderPage = (under: string | undefined, { data, hasMore, count }: Page<unknown>) => ({
  data: under ? { [under]: data } : data,
  hasMore,
  count,
})
