import { createServer, type IncomingMessage } from "node:http"
import type { AddressInfo } from "node:net"
import { after } from "node:test"
import { setTimeout as wait } from "node:timers/promises"
import { addTestMethods } from "./accounts.ts"
import { decodeForm } from "./form.ts"
import { newIdempotencyStore, type Reply } from "./idempotency.ts"
import { createFile } from "./resources.ts"
import { routes } from "./routes.ts"
import { Failure, type Json, newId, newState, type State } from "./state.ts"

type Request = { method: string; path: string; params: Json; body: Buffer; headers: IncomingMessage["headers"] }

/** Stands in for api.stripe.com: it keeps what it is told, and says no as Stripe does. */
type StripeDouble = {
  url: string
  state: State
  /** The keys it knows, and for each the paths that it has no right to. */
  keys: Map<string, { lacks: readonly string[] }>
  /** What it was sent, without what it refused to look at. */
  requests: Request[]
  /** Answers with this instead, once for each: before anything happens, or after it has. */
  faults: { status: number; when: "before" | "after"; path: string }[]
}

export async function startStripe(): Promise<StripeDouble> {
  const state = newState()
  addTestMethods(state)
  const once = newIdempotencyStore()
  const double: StripeDouble = { url: "", state, keys: new Map(), requests: [], faults: [] }
  const server = createServer((incoming, response) => {
    void answer(double, once, incoming).then(({ status, body, isReplayed }) => {
      const headers = {
        "content-type": "application/json",
        "request-id": newId("req"),
        ...(isReplayed && { "idempotent-replayed": "true" }),
      }
      response
        .writeHead(status, headers)
        .end(JSON.stringify(body, (name, value: unknown) => (name === "livemode" ? isLive(incoming) : value)))
    })
  })
  await new Promise<void>(resolve => void server.listen(0, "127.0.0.1", resolve))
  after(() => {
    server.closeAllConnections()
    server.close()
  })
  double.url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  return double
}

/** The key decides whether the money of all objects is real. */
const isLive = ({ headers }: IncomingMessage) => /^Bearer [rs]k_live_/.test(headers.authorization ?? "")

type Once = ReturnType<typeof newIdempotencyStore>

async function answer(double: StripeDouble, once: Once, incoming: IncomingMessage): Promise<Reply> {
  try {
    const request = await readRequest(incoming)
    assertAllowed(double, request)
    double.requests.push(request)
    fail(double, request, "before")
    if (request.method !== "POST") return await execute(double, request)
    const key = request.headers["idempotency-key"]
    if (typeof key !== "string" || key.length > 255)
      throw new Failure(400, "idempotency_key_missing", "This double wants a key with each POST.")
    const sent = `${request.method} ${request.path} ${request.body.toString("latin1")}`
    return await once(key, sent, () => execute(double, request))
  } catch (error) {
    if (error instanceof Failure) return { status: error.status, body: error.body }
    throw error
  }
}

async function readRequest(incoming: IncomingMessage): Promise<Request> {
  const chunks: Buffer[] = []
  for await (const chunk of incoming) chunks.push(chunk as Buffer)
  const body = Buffer.concat(chunks)
  const { pathname: path, search } = new URL(incoming.url ?? "/", "http://localhost")
  const isForm = incoming.headers["content-type"] === "application/x-www-form-urlencoded"
  const params = { ...decodeForm(search.slice(1)), ...(isForm && decodeForm(body.toString("utf8"))) }
  return { method: incoming.method ?? "", path, params, body, headers: incoming.headers }
}

function assertAllowed({ keys }: StripeDouble, { headers, path }: Request) {
  const [, secret = ""] = /^Bearer (\S+)$/.exec(headers.authorization ?? "") ?? []
  const key = keys.get(secret)
  const hidden = `${secret.slice(0, 8)}${"*".repeat(8)}${secret.slice(-4)}`
  if (!key) throw new Failure(401, "api_key_invalid", `Invalid API Key provided: ${hidden}`)
  if (headers["stripe-version"] !== "2026-10-28.endive") throw new Failure(400, "api_version_invalid", "This double knows one version.")
  if (key.lacks.some(each => path.startsWith(`/v1/${each}`))) {
    const where = "does not have the required permissions for this endpoint on account 'acct_1TestAccount'."
    throw new Failure(403, "permission_missing", `The provided key '${hidden}' ${where}`)
  }
}

/** Long enough that calls at the same time meet each other. */
const workMs = 15

async function execute(double: StripeDouble, request: Request): Promise<Reply> {
  const { method, path, params, headers, body } = request
  if (method === "POST") await wait(workMs)
  if (method === "POST" && path === "/v1/files") return { status: 200, body: createFile(double.state, headers["content-type"] ?? "", body) }
  for (const { method: ofMethod, pattern, run } of routes) {
    const match = ofMethod === method ? pattern.exec(path) : null
    if (!match) continue
    const reply = { status: 200, body: run(double.state, params, match[1] ?? "") }
    fail(double, request, "after")
    return reply
  }
  throw new Failure(404, "url_unknown", `Unrecognized request URL (${method}: ${path}).`)
}

function fail({ faults }: StripeDouble, { path }: Request, when: "before" | "after") {
  const at = faults.findIndex(each => each.when === when && path.startsWith(each.path))
  const [fault] = at < 0 ? [] : faults.splice(at, 1)
  if (!fault) return
  const type = fault.status === 429 ? "invalid_request_error" : "api_error"
  throw new Failure(fault.status, fault.status === 429 ? "rate_limit" : "api_error", "An unknown error occurred.", { type })
}
