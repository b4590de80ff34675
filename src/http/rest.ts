import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify"
import { claimFor } from "../kit/idempotency.ts"
import type { Operation, Page } from "../kit/operation.ts"
import { perform, type Request } from "../kit/perform.ts"
import { invalid, Problem } from "../kit/problem.ts"
import { credentialIn } from "./auth.ts"
import { type Body, fieldsIn, type Parameters } from "./body.ts"
import { answerHeaders, sendAnswer } from "./leave.ts"

/** A route for each operation that has one: the route string is the URL. */
export function rest(app: FastifyInstance, operations: readonly Operation[]) {
  for (const op of operations) {
    if (!op.route) continue
    const [method, path] = op.route.split(" ") as ["GET" | "POST", string]
    app.route({
      method,
      url: path.replaceAll(/\{(\w+)\}/g, ":$1"),
      config: { operation: op.route, success: op.success },
      handler: (request, reply) => answer(op, request, reply),
    })
  }
}

async function answer(op: Operation, request: FastifyRequest, reply: FastifyReply) {
  if ((request.params as Params)["id"] === "") throw new Problem("GEN-1006", { method: request.method, path: pathOf(request) })
  const { status, body, replayed } = await perform(op, requestOf(op, request))
  sendAnswer(request, reply, op.route!, { status, body, headers: replayed ? replayedHeaders : headers })
}

const headers = answerHeaders()
const replayedHeaders = answerHeaders({ "idempotent-replayed": "true" })

function requestOf(op: Operation, request: FastifyRequest): Request {
  const { authorization, "x-tenant-id": tenant, "idempotency-key": key, "if-match": ifMatch, "dry-run": dry } = request.headers as Headers
  const credential = credentialIn(authorization, "ApiKey")
  const body = (request.body as Body | undefined) ?? nothingSent
  const params = request.params as Params
  const { id } = params
  const isRead = request.method === "GET"
  return {
    credential,
    tenant,
    needsTenant: true,
    key: op.idempotency ? key : undefined,
    claim: op.idempotency && claimFor({ route: `${request.method} ${pathOf(request)}`, body: body.bytes, key, credential }),
    origin: { door: "rest", operation: op.route!, requestId: request.id, address: request.ip },
    ...(id !== undefined && { reference: id }),
    ifMatch: isRead ? undefined : ifMatch,
    dryRun: !isRead && isRehearsal(dry),
    raw: () => ({
      fields: isRead ? (op.list ? undefined : besides(params)) : { ...fieldsOf(body, dry), ...besides(params) },
      query: request.query as Parameters,
    }),
    render: result =>
      op.list ? listed(op.list.under, result as Page<unknown>) : op.success ? { success: true, data: result } : { data: result },
  }
}
type Headers = Record<string, string | undefined>

/** Whoever says anything but no does not mean it for good; what is neither yes nor no is refused with the body. */
const isRehearsal = (dry: string | undefined) => dry !== undefined && !/^false$/i.test(dry)
type Params = Record<string, string>

function fieldsOf(body: Body, dry: string | undefined): object {
  if (dry !== undefined && !/^(true|false)$/i.test(dry)) throw invalid("Dry-Run", "must be true or false; nothing was done")
  return fieldsIn(body)
}

/** What a path names besides the object itself. Nearly always that is nothing, and then nothing is copied. */
function besides(params: Params): Params {
  const others: Params = {}
  for (const name in params) if (name !== "id") others[name] = params[name]!
  return others
}

const pathOf = ({ url }: FastifyRequest) => url.split("?", 1)[0]!
const nothingSent: Body = { bytes: Buffer.alloc(0) }

const listed = (under: string | undefined, { data, hasMore, count }: Page<unknown>) => ({
  data: under ? { [under]: data } : data,
  hasMore,
  count,
})
