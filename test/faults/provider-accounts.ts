// Doubles of three providers, each behind a proxy that can hold its requests, and what the tests of kills ask of them.
import { txidOf } from "../../src/money/gateways/api-pix/txid.ts"
import { allScopes, startApiPix } from "../doubles/api-pix/server.ts"
import { newMessage, startMercadoPago } from "../doubles/mercado-pago/server.ts"
import { startProxy } from "../doubles/proxy.ts"
import { messagesTo, pay } from "../doubles/stripe/payer.ts"
import { idOf } from "../doubles/stripe/payments.ts"
import { startStripe } from "../doubles/stripe/server.ts"

/** A message as a provider sends it to the address of a connection; `path` follows that address. */
export type Message = { path: string; headers: Record<string, string>; body: string }

/** A provider as the tests see it. `key` is the id of our charge, or of our refund. */
export type ProviderAccount = {
  gateway: string
  credentials: Record<string, string>
  method: string
  currency: string
  /** The payer follows the instructions of a charge. Returns what the provider then sends to this address. */
  pay(key: string, eventsUrl: string): Message[]
  /** Whether the payer can still follow the instructions of a charge. */
  isOpen(key: string): boolean
  /** How many of these charges took money. */
  countPaid(keys: string[]): number
  countRefunds(key: string): number
}

export async function startProviderAccounts() {
  const stripe = await startStripeAccount()
  const mercadoPago = await startMercadoPagoAccount()
  const apiPix = await startApiPixAccount()
  const env = { STRIPE_API_URL: stripe.proxy.url, MERCADO_PAGO_API_URL: mercadoPago.proxy.url, WEBHOOKS_ALLOW_PRIVATE: "true" }
  return { stripe, mercadoPago, apiPix, env, proxies: [stripe.proxy, mercadoPago.proxy, apiPix.proxy] }
}
export type ProviderAccounts = Awaited<ReturnType<typeof startProviderAccounts>>

/** What Stripe sends to an address about an object. Empty where no endpoint has this address. */
export const stripeMessages = (state: Parameters<typeof messagesTo>[0], eventsUrl: string, ...objects: string[]): Message[] =>
  messagesTo(state, eventsUrl, objects).map(({ headers, bytes }) => ({
    path: "",
    headers: { "stripe-signature": headers["stripe-signature"] ?? "" },
    body: bytes.toString(),
  }))

async function startStripeAccount() {
  const double = await startStripe()
  const { state, keys } = double
  const newKey = (name: string) => {
    const key = `rk_test_51${name}${keys.size}OfTheDouble`
    keys.set(key, { lacks: [] })
    return key
  }
  const keyOf = (object: { metadata: Record<string, string> | null } | undefined) => object?.metadata?.["key"] ?? ""
  const openSession = (key: string) => [...state.sessions.values()].find(each => keyOf(each) === key && each.status === "open")
  const account: ProviderAccount = {
    gateway: "stripe",
    credentials: { secretKey: newKey("First") },
    method: "card",
    currency: "EUR",
    pay(key, eventsUrl) {
      const { id } = openSession(key)!
      pay(state, id)
      return stripeMessages(state, eventsUrl, id)
    },
    isOpen: key => openSession(key) !== undefined,
    countPaid: all =>
      [...state.charges.values()].filter(
        ({ payment_intent, status }) => status === "succeeded" && all.includes(keyOf(state.intents.get(idOf(payment_intent) ?? ""))),
      ).length,
    countRefunds: key => [...state.refunds.values()].filter(each => keyOf(each) === key).length,
  }
  return { ...account, state, newKey, proxy: await startProxy(double.url) }
}

async function startMercadoPagoAccount() {
  const credentials = { accessToken: "APP_USR-4599991948843755-110914-killed", webhookSecret: "the secret of the webhook" }
  const user = { id: 1245621468, nickname: "ESCOLA", country_id: "BR", site_id: "MLB", tags: ["test_user"] }
  const { url, books } = await startMercadoPago({ accessToken: credentials.accessToken, user })
  const account: ProviderAccount = {
    gateway: "mercado-pago",
    credentials,
    method: "pix",
    currency: "BRL",
    pay(key) {
      const [order] = books.findOrders(key)
      books.pay(order!.id)
      const { headers, query, bytes } = newMessage(credentials.webhookSecret, { action: "order.processed", order: order!.id })
      return [{ path: `?${new URLSearchParams(query).toString()}`, headers, body: bytes.toString() }]
    },
    isOpen: key => books.findOrders(key).some(({ status }) => status === "action_required"),
    countPaid: all =>
      all.flatMap(key => books.findOrders(key)).filter(({ total_paid_amount, status }) => total_paid_amount && status !== "canceled")
        .length,
    countRefunds: key => books.refundOf(key).length,
  }
  return { ...account, proxy: await startProxy(url) }
}

async function startApiPixAccount() {
  const pixKey = "+5511987654321"
  const { bank, url } = await startApiPix({ pixKey, clients: [{ id: "client", secret: "secret", scopes: allScopes }] })
  const proxy = await startProxy(url)
  const client = { clientId: "client", clientSecret: "secret", pixKey, environment: "test" }
  const account: ProviderAccount = {
    gateway: "api-pix",
    credentials: { baseUrl: `${proxy.url}/api/v2`, tokenUrl: `${proxy.url}/oauth/token`, ...client },
    method: "pix",
    currency: "BRL",
    pay(key) {
      const endToEndId = bank.pay(txidOf(key))
      return [{ path: "/pix", headers: {}, body: JSON.stringify({ pix: [{ endToEndId, txid: txidOf(key) }] }) }]
    },
    isOpen: key => bank.cobs.get(txidOf(key))?.status === "ATIVA",
    countPaid: all => all.flatMap(key => bank.cobs.get(txidOf(key))?.pix ?? []).length,
    countRefunds: key => (bank.refundOf(txidOf(key)) ? 1 : 0),
  }
  return { ...account, proxy }
}
