import { createHmac, randomBytes } from "node:crypto"
import { createServer, type IncomingMessage } from "node:http"
import type { AddressInfo } from "node:net"
import { after } from "node:test"
import { createBooks, Refusal } from "./books.ts"

type Reply = { status: number; body: object }

/**
 * Mercado Pago for one account, from its published types and pages. It keeps everything and refuses what they do not describe. A repeated
 * key of idempotency silently returns what it made first, whatever is sent with it.
 */
export async function startMercadoPago({ accessToken, user }: { accessToken: string; user: { id: number; [field: string]: unknown } }) {
  const books = createBooks(String(user.id))
  const made = new Map<string, Reply>()
  const state = { isRevoked: false, next: [] as number[] }
  const requests: { method: string; url: string; body: unknown; idempotencyKey: string | undefined }[] = []

  const server = createServer((incoming, response) => {
    void readBody(incoming).then(text => {
      const reply = answer(incoming, text)
      response.writeHead(reply.status, { "content-type": "application/json" }).end(JSON.stringify(reply.body))
    })
  })

  function answer({ method = "", url = "", headers }: IncomingMessage, text: string): Reply {
    const body: unknown = text === "" ? undefined : JSON.parse(text)
    const [idempotencyKey] = [headers["x-idempotency-key"]].flat()
    requests.push({ method, url, body, idempotencyKey })
    try {
      const forced = state.next.shift()
      if (forced !== undefined) throw new Refusal(forced, "internal_error", "Something went wrong")
      if (state.isRevoked || headers.authorization !== `Bearer ${accessToken}`)
        throw new Refusal(401, "unauthorized", "The value for the credential is invalid")
      if (method === "GET") return { status: 200, body: get(new URL(url, "http://api")) }
      if (method !== "POST") throw new Refusal(404, "not_found", "Not found")
      if (!idempotencyKey) throw new Refusal(400, "empty_required_header", "X-Idempotency-Key can't be null")
      if (body !== undefined && headers["content-type"] !== "application/json")
        throw new Refusal(400, "unsupported_media_type", "JSON is needed")
      const reply = made.get(idempotencyKey) ?? post(url, body, idempotencyKey)
      made.set(idempotencyKey, reply)
      return reply
    } catch (error) {
      if (error instanceof Refusal) return { status: error.status, body: { errors: [{ code: error.code, message: error.message }] } }
      return { status: 500, body: { message: String(error) } }
    }
  }

  function get({ pathname, searchParams }: URL): object {
    if (pathname === "/users/me") return user
    if (pathname === "/v1/orders") {
      if (!searchParams.get("begin_date") || !searchParams.get("end_date"))
        throw new Refusal(400, "required_properties", "begin_date is required")
      const data = books.findOrders(searchParams.get("external_reference"))
      return { data, paging: { total: String(data.length), total_pages: "1", offset: "0", limit: "20" } }
    }
    const [, id] = /^\/v1\/orders\/([^/]+)$/.exec(pathname) ?? []
    if (id === undefined) throw new Refusal(404, "not_found", "Not found")
    return books.getOrder(id)
  }

  function post(url: string, body: unknown, key: string): Reply {
    if (url === "/v1/orders") return { status: 201, body: books.createOrder(body) }
    const [, id, verb] = /^\/v1\/orders\/([^/]+)\/(cancel|refund)$/.exec(url) ?? []
    if (id === undefined) throw new Refusal(404, "not_found", "Not found")
    return verb === "cancel" ? { status: 200, body: books.cancelOrder(id) } : { status: 201, body: books.refundOrder(id, body, key) }
  }

  await new Promise<void>(resolve => void server.listen(0, "127.0.0.1", resolve))
  after(() => {
    server.close()
    server.closeAllConnections()
  })
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, books, state, requests }
}

/** A message as Mercado Pago sends it. The signature covers the id of the address in small letters, and nothing of the body. */
export function newMessage(secret: string, { action, order, type = "order" }: { action: string; order: string; type?: string }) {
  const [requestId, ts] = [randomBytes(8).toString("hex"), "1742505638683"]
  const v1 = createHmac("sha256", secret).update(`id:${order.toLowerCase()};request-id:${requestId};ts:${ts};`).digest("hex")
  const body = {
    action,
    api_version: "v1",
    data: { id: order },
    live_mode: false,
    type,
    user_id: "1",
    date_created: "2026-11-18T12:00:00Z",
  }
  return {
    headers: { "x-signature": `ts=${ts},v1=${v1}`, "x-request-id": requestId, "content-type": "application/json" },
    query: { "data.id": order, type },
    bytes: Buffer.from(JSON.stringify(body)),
  }
}

async function readBody(incoming: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = []
  for await (const chunk of incoming) chunks.push(chunk as Buffer)
  return Buffer.concat(chunks).toString("utf8")
}
