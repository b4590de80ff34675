import { createHmac } from "node:crypto"
import { createServer, type IncomingHttpHeaders, type IncomingMessage, type ServerResponse } from "node:http"
import type { AddressInfo } from "node:net"
import { after } from "node:test"
import { type Any, type Caller, until } from "./harness.ts"

/** A webhook that was received by POST, with its exact bytes. */
export type ReceivedWebhook = { raw: Buffer; body: Any; headers: IncomingHttpHeaders; url: URL }
/** Returns the response to send, or handles the open response itself. */
type Responder<T> = (input: T, response: ServerResponse) => { status?: number; body?: string; headers?: object } | void

/** Starts a webhook receiver on this machine. It accepts everything unless `challenge` or `reply` are replaced. */
export async function startReceiver() {
  const serve = async (request: IncomingMessage, response: ServerResponse) => {
    const url = new URL(request.url ?? "", receiver.url)
    const isChallenge = request.method === "GET"
    const chunks: Buffer[] = []
    for await (const chunk of request) chunks.push(chunk as Buffer)
    const raw = Buffer.concat(chunks)
    let reply
    if (isChallenge) {
      receiver.challenges.push(url)
      reply = receiver.challenge(url.searchParams.get("validationToken") ?? "", response)
    } else {
      const webhook = { raw, body: JSON.parse(raw.toString("utf8")), headers: request.headers, url }
      receiver.received.push(webhook)
      reply = receiver.reply(webhook, response)
    }
    if (reply) response.writeHead(reply.status ?? 200, { "content-type": "text/plain", ...reply.headers }).end(reply.body ?? "")
  }
  const server = createServer((request, response) => void serve(request, response).catch(() => response.destroy()))
  server.on("clientError", (_error, socket) => socket.destroy())
  await new Promise<void>(resolve => server.listen(0, "127.0.0.1", resolve))
  const receiver = {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/hook`,
    challenges: [] as URL[],
    received: [] as ReceivedWebhook[],
    challenge: ((token: string) => ({ body: token })) as Responder<string>,
    reply: (() => ({})) as Responder<ReceivedWebhook>,
    /** Returns the webhooks received for an event type and, if given, an object id. */
    matching: (event: string, id?: string) =>
      receiver.received.filter(({ body }) => body.event === event && (id === undefined || body.data._id === id)),
    /** Waits for the nth of these webhooks. */
    waitFor: (event: string, id?: string, n = 1, timeoutMs?: number): Promise<ReceivedWebhook> =>
      until(async () => receiver.matching(event, id)[n - 1], `webhook ${n} of ${event} for ${id ?? "any object"} arrives`, timeoutMs),
    close: () => {
      server.closeAllConnections()
      return new Promise<void>(resolve => server.close(() => resolve()))
    },
  }
  after(receiver.close)
  return receiver
}

export const computeSignature = ({ raw }: ReceivedWebhook, secret: string) =>
  `sha256=${createHmac("sha256", secret).update(raw).digest("hex")}`

/** Registers the receiver and returns the webhook endpoint with its secret. */
export async function registerWebhook(api: Pick<Caller, "create">, receiver: { url: string }, fields: object = {}): Promise<Any> {
  const { status, body, text } = await api.create("/v1/dev/webhooks/create", { url: receiver.url, events: ["*"], ...fields })
  if (status !== 201) throw new Error(`the webhook was not registered: ${text}`)
  return body.data
}

/** Advances the tenant's clock. Uses a unique idempotency key, so that two equal steps both count. */
export async function advanceClock(api: Caller, by: string): Promise<Date> {
  const { body, text } = await api.create("/v1/simulations/clock", { advance: by })
  if (!body.data) throw new Error(text)
  return new Date(body.data.now)
}
