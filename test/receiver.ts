import { createHmac } from "node:crypto"
import { createServer, type IncomingHttpHeaders, type IncomingMessage, type ServerResponse } from "node:http"
import type { AddressInfo } from "node:net"
import { after } from "node:test"
import { type Any, type Caller, until } from "./harness.ts"

/** What came by POST, with the bytes as they came. */
export type Came = { raw: Buffer; body: Any; headers: IncomingHttpHeaders; url: URL }
/** What it does with a request: an answer, or anything at all with the open response. */
export type Manner<Asked> = (asked: Asked, response: ServerResponse) => { status?: number; body?: string; headers?: object } | void

export type Receiver = Awaited<ReturnType<typeof openReceiver>>

/** A webhook's destination on this machine. It behaves unless it is told otherwise. */
export async function openReceiver() {
  const serve = async (request: IncomingMessage, response: ServerResponse) => {
    const url = new URL(request.url ?? "", receiver.url)
    const isChallenge = request.method === "GET"
    const chunks: Buffer[] = []
    for await (const chunk of request) chunks.push(chunk as Buffer)
    const raw = Buffer.concat(chunks)
    let answer
    if (isChallenge) {
      receiver.challenges.push(url)
      answer = receiver.challenge(url.searchParams.get("validationToken") ?? "", response)
    } else {
      const came = { raw, body: JSON.parse(raw.toString("utf8")), headers: request.headers, url }
      receiver.came.push(came)
      answer = receiver.reply(came, response)
    }
    if (answer) response.writeHead(answer.status ?? 200, { "content-type": "text/plain", ...answer.headers }).end(answer.body ?? "")
  }
  const server = createServer((request, response) => void serve(request, response).catch(() => response.destroy()))
  server.on("clientError", (_error, socket) => socket.destroy())
  await new Promise<void>(resolve => server.listen(0, "127.0.0.1", resolve))
  const receiver = {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/hook`,
    challenges: [] as URL[],
    came: [] as Came[],
    challenge: ((token: string) => ({ body: token })) as Manner<string>,
    reply: (() => ({})) as Manner<Came>,
    /** What came of this event, about this object when one is named. */
    of: (event: string, id?: string) =>
      receiver.came.filter(({ body }) => body.event === event && (id === undefined || body.data._id === id)),
    /** The nth of them, once it is there. */
    next: (event: string, id?: string, n = 1, ms?: number): Promise<Came> =>
      until(async () => receiver.of(event, id)[n - 1], `${event} of ${id ?? "anything"} comes for the ${n}. time`, ms),
    close: () => {
      server.closeAllConnections()
      return new Promise<void>(resolve => server.close(() => resolve()))
    },
  }
  after(receiver.close)
  return receiver
}

export const signatureOf = ({ raw }: Came, secret: string) => `sha256=${createHmac("sha256", secret).update(raw).digest("hex")}`

/** Registers it, and answers the webhook with its secret. */
export async function register(api: Caller, receiver: { url: string }, fields: object = {}): Promise<Any> {
  const { status, body, text } = await api.create("/v1/dev/webhooks/create", { url: receiver.url, events: ["*"], ...fields })
  if (status !== 201) throw new Error(`not registered: ${text}`)
  return body.data
}

/** The tenant's clock goes forward. Under a key of its own, so that equal steps are two. */
export async function advance(api: Caller, by: string): Promise<Date> {
  const { body, text } = await api.create("/v1/simulations/clock", { advance: by })
  if (!body.data) throw new Error(text)
  return new Date(body.data.now)
}
