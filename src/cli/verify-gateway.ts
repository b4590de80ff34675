import { randomUUID } from "node:crypto"
import { setTimeout as wait } from "node:timers/promises"
import type { Api } from "../app.ts"
import { dayMs } from "../kit/pure/calendar.ts"
import { Fault } from "../kit/service/fault.ts"
import { type Connection, type ConnectionOptions, resolveConnection } from "./connection.ts"

export type VerifyOptions = ConnectionOptions & { connection: string; token?: string; waitS?: number }
type Step = { step: string; result: "ok" | "failed" | "skipped"; detail: string }

class VerifyFault extends Fault {}

type Output<R extends keyof Api> = Api[R]["output"]
type GatewayConnection = Output<"GET /v1/gateway-connections/{id}">
type Transaction = Output<"GET /v1/transactions/{id}">
type Message = Output<"GET /v1/gateway-connections/{id}/messages">["data"][number]

/** Test tokens that a provider charges without a payer. */
const testTokens: Readonly<Record<string, string>> = { stripe: "pm_card_visa" }

/** Small, and above the least amount of every provider. */
const amount = 500

/** Charges, refunds and waits for a message at the provider's test mode, through the running service, as programs do. */
export async function verifyGateway(options: VerifyOptions): Promise<Step[]> {
  const api = apiOf(resolveConnection(options))
  const connection = await api.get<GatewayConnection>(`/v1/gateway-connections/${options.connection}`)
  if (connection.mode !== "sandbox")
    throw new VerifyFault("Only a sandbox can be verified: this tenant is live, and its charges would move real money.")
  const known = new Set((await messagesOf(api, connection)).map(({ _id }) => _id))
  const steps: Step[] = []
  const run = async <T>(step: string, work: () => Promise<{ detail: string; value: T }>): Promise<T | undefined> => {
    try {
      const { detail, value } = await work()
      steps.push({ step, result: "ok", detail })
      return value
    } catch (error) {
      if (!(error instanceof Fault)) throw error
      steps.push({ step, result: "failed", detail: error.message })
      return undefined
    }
  }
  const skip = (step: string, detail: string) => steps.push({ step, result: "skipped", detail })

  await run("credentials", () => testCredentials(api, connection))
  const token = options.token ?? testTokens[connection.gateway]
  const charge = await run("charge", () => createCharge(api, connection, token))
  if (!charge) skip("refund", "there is no charge")
  else if (charge.status === "succeeded") await run("refund", () => refund(api, charge))
  else {
    skip("refund", "a person must pay the charge first")
    await run("cancel", () => cancel(api, charge))
  }
  if (!charge) skip("message", "there is no charge")
  else if (isLocal(connection.eventsUrl))
    skip("message", `the provider can't reach ${connection.eventsUrl}: set BASE_URL to a public address`)
  else await run("message", () => awaitMessage(api, connection, known, options.waitS ?? 30))
  return steps
}

async function testCredentials(api: VerifyApi, { _id }: GatewayConnection) {
  const { account, lastCheck } = await api.post<GatewayConnection>(`/v1/gateway-connections/${_id}/test`, {})
  if (!lastCheck?.ok) throw new VerifyFault(lastCheck?.problems.join("; ") ?? "the test has no result")
  return { detail: `account ${account.name}`, value: account }
}

async function createCharge(api: VerifyApi, { _id, gateway, methods }: GatewayConnection, token: string | undefined) {
  const offered = methods.filter(({ method, enabled }) => enabled && method !== "direct-debit")
  const chosen = offered.find(({ method }) => token === undefined || method === "card")
  const currency = preferred.find(each => chosen?.currencies.includes(each)) ?? chosen?.currencies[0]
  if (!chosen || currency === undefined) throw new VerifyFault("the connection offers no method that can be tried")
  const { method } = chosen
  const contact = await api.post<{ _id: string; createdAt: string }>("/v1/contacts/create", {
    email: `verify-${randomUUID()}@example.com`,
    profile: { firstName: "Verification", lastName: "Payer" },
  })
  const items = [{ name: "Verification of the gateway", amount }]
  const dueAt = new Date(Date.parse(contact.createdAt) + dayMs).toISOString() // by the clock of the sandbox
  const bill = { contact: contact._id, intentType: "ad-hoc", currency, items, dueAt }
  const intent = await api.post<{ _id: string }>("/v1/payment-intents/create", bill)
  const input = { paymentIntent: intent._id, method, connection: _id, ...(token !== undefined && { token }) }
  const charge = await api.post<Transaction>(`/v1/gateways/${gateway}/charges/create`, input)
  const settled = await api.until(
    () => api.get<Transaction>(`/v1/transactions/${charge._id}`),
    ({ status, action }) => status !== "processing" || action !== null,
  )
  const sum = `${amount} ${currency} by ${method}`
  if (settled.status === "succeeded") return { detail: sum, value: settled }
  if (settled.status === "processing" && settled.action)
    return { detail: `${sum}: waits for its payer (${settled.action.type})`, value: settled }
  throw new VerifyFault(`${sum}: ${settled.failure?.message ?? `it is still ${settled.status}`}`)
}
const preferred = ["EUR", "BRL", "USD"]

async function refund(api: VerifyApi, { _id: transaction }: Transaction) {
  const { _id } = await api.post<{ _id: string }>("/v1/refund-intents/create", { transaction, amount, reason: "verification" })
  await api.post(`/v1/refund-intents/${_id}/approve`, {})
  const ended = await api.until(
    () => api.get<Output<"GET /v1/refund-intents/{id}">>(`/v1/refund-intents/${_id}`),
    ({ status }) => status === "settled" || status === "failed",
  )
  if (ended.status === "failed") throw new VerifyFault("the provider refused it")
  return { detail: ended.status === "settled" ? "all of it" : "accepted; the provider has not finished it yet", value: ended }
}

async function cancel(api: VerifyApi, { _id }: Transaction) {
  const ended = await api.post<Transaction>(`/v1/transactions/${_id}/cancel`, {})
  if (ended.status !== "canceled") throw new VerifyFault(`the charge is ${ended.status}`)
  return { detail: "the charge was canceled at the provider; nothing was paid", value: ended }
}

async function awaitMessage(api: VerifyApi, connection: GatewayConnection, known: ReadonlySet<string>, waitS: number) {
  const messages = await api.until(
    async () => (await messagesOf(api, connection)).filter(({ _id }) => !known.has(_id)),
    found => found.length > 0,
    waitS,
  )
  if (messages.length === 0) throw new VerifyFault(`none arrived at ${connection.eventsUrl} within ${waitS} s`)
  return { detail: `${messages.length} arrived, the first is ${messages.at(-1)!.type}`, value: messages }
}

const messagesOf = (api: VerifyApi, { _id }: GatewayConnection) => api.get<Message[]>(`/v1/gateway-connections/${_id}/messages?limit=100`)

const isLocal = (url: string) => /^(localhost|127\.|\[::1\]|10\.|192\.168\.)/.test(new URL(url).hostname)

/** What the steps call. A refusal is a fault that says why. */
function apiOf({ baseUrl, apiKey, tenantId }: Connection) {
  const send = async <T>(method: string, path: string, body?: object): Promise<T> => {
    const response = await fetch(baseUrl + path, {
      method,
      headers: {
        authorization: `ApiKey ${apiKey}`,
        "x-tenant-id": tenantId,
        ...(body && { "content-type": "application/json", "idempotency-key": randomUUID() }),
      },
      signal: AbortSignal.timeout(60_000),
      ...(body && { body: JSON.stringify(body) }),
    }).catch((error: Error) => {
      throw new VerifyFault(`${baseUrl} does not respond: ${error.message}`)
    })
    const { data, error } = (await response.json()) as { data?: unknown; error?: { code: string; message: string } }
    if (error) throw new VerifyFault(`${error.code} ${error.message}`)
    return data as T
  }
  return {
    get: <T>(path: string) => send<T>("GET", path),
    post: <T>(path: string, body: object) => send<T>("POST", path, body),
    /** Reads until it is as wanted, or the time is over. Returns what was read last. */
    async until<T>(read: () => Promise<T>, isWanted: (value: T) => boolean, limitS = 30): Promise<T> {
      const tries = Math.max(1, limitS)
      for (let tried = 1; ; tried++) {
        const value = await read()
        if (isWanted(value) || tried >= tries) return value
        await wait(1000)
      }
    },
  }
}
type VerifyApi = ReturnType<typeof apiOf>
