import { createHmac, randomUUID } from "node:crypto"
import { once } from "node:events"
import { createServer } from "node:http"
import type { AddressInfo } from "node:net"
import { buffer } from "node:stream/consumers"
import { setTimeout as wait } from "node:timers/promises"
import { isSameSecret } from "../../../kit/service/crypto.ts"
import type { Profile } from "../profiles.ts"

/** Untyped JSON, because the server under test may answer what it likes. */
// oxlint-disable-next-line typescript/no-explicit-any
type Json = any
type Answer = { status: number; headers: Headers; text: string; body: Json }
export type Kit = ReturnType<typeof createKit>

/** What a check says when the server breaks its rule. */
export class Violation extends Error {}

/** Why a check can't be done here. */
export class Skipped extends Error {}

export function assertRule(holds: boolean, what: string, answer?: Answer): asserts holds {
  if (!holds) throw new Violation(answer ? `${what}; it answered ${answer.status} ${answer.text.slice(0, 200)}` : what)
}

const answerMs = 30_000
const eventMs = 20_000

/** Requests as HTTP clients send them, so that nothing is mended on the way. */
export function createKit({ url, apiKey, tenant }: Profile, receiver: Receiver | undefined) {
  async function send(method: "GET" | "POST", path: string, body?: object, headers: Record<string, string> = {}): Promise<Answer> {
    const response = await fetch(url + path, {
      method,
      headers: {
        authorization: `ApiKey ${apiKey}`,
        "x-tenant-id": tenant,
        ...(body && { "content-type": "application/json" }),
        ...headers,
      },
      signal: AbortSignal.timeout(answerMs),
      ...(body && { body: JSON.stringify(body) }),
    })
    const text = await response.text()
    return { status: response.status, headers: response.headers, text, body: text.startsWith("{") ? JSON.parse(text) : undefined }
  }
  const post = (path: string, body: object = {}, key: string = randomUUID()) => send("POST", path, body, { "idempotency-key": key })
  const made = async (path: string, body: object): Promise<Json> => {
    const answer = await post(path, body)
    assertRule(answer.status < 300, `POST ${path} should be accepted`, answer)
    return answer.body.data
  }
  const read = async (path: string): Promise<Json> => (await send("GET", path)).body?.data
  return {
    receiver,
    send,
    post,
    made,
    read,
    as: (key: string) => createKit({ url, apiKey: key, tenant }, receiver),
    newContact: (): Promise<Json> => made("/v1/contacts/create", contact()),
    async newIntent(amount: number): Promise<Json> {
      const { _id } = await made("/v1/contacts/create", contact())
      return made("/v1/payment-intents/create", intent(_id as string, amount))
    },
    async until<T>(probe: () => Promise<T | undefined | false>, what: string): Promise<T> {
      for (const end = Date.now() + eventMs; Date.now() < end; await wait(100)) {
        const found = await probe()
        if (found) return found
      }
      throw new Violation(`${what} did not happen within ${eventMs / 1000} s`)
    },
  }
}

export const contact = () => ({ email: `conformance-${randomUUID()}@example.com`, profile: { firstName: "Ana", lastName: "Souza" } })
export const intent = (contactId: string, amount: number) => ({
  intentType: "ad-hoc",
  contact: contactId,
  currency: "EUR",
  dueAt: "2040-01-31T12:00:00Z",
  items: [{ name: "Conformance", description: "", category: "", amount }],
})

type Received = { bytes: Buffer; signature: string; body: Json }
type Receiver = Awaited<ReturnType<typeof startReceiver>>

/** Takes webhooks on this machine. `failures` says how many it refuses first. */
export async function startReceiver(publicUrl?: string) {
  const received: Received[] = []
  const isSigned = ({ bytes, signature }: Received, secret: string) =>
    isSameSecret(signature, `sha256=${createHmac("sha256", secret).update(bytes).digest("hex")}`)
  const receiver = { received, failures: 0, url: "", isSigned, close: () => {} }
  const server = createServer((request, response) => {
    const token = new URL(request.url!, "http://receiver").searchParams.get("validationToken")
    if (request.method === "GET") return void response.setHeader("content-type", "text/plain").end(token ?? "")
    void buffer(request).then(bytes => {
      const signature = request.headers["signature-header"]
      received.push({ bytes, signature: typeof signature === "string" ? signature : "", body: JSON.parse(String(bytes)) })
      response.writeHead(receiver.failures-- > 0 ? 500 : 200).end()
    })
  }).listen(0, publicUrl === undefined ? "127.0.0.1" : "0.0.0.0")
  await once(server, "listening")
  receiver.url = publicUrl ?? `http://127.0.0.1:${(server.address() as AddressInfo).port}/`
  receiver.close = () => {
    server.close()
    server.closeAllConnections()
  }
  return receiver
}
