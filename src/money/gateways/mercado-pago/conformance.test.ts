import { randomUUID } from "node:crypto"
import { after } from "node:test"
import { testProvider } from "../../../../test/conformance/provider.ts"
import { newMessage, startMercadoPago } from "../../../../test/doubles/mercado-pago/server.ts"
import { startProxy } from "../../../../test/doubles/proxy.ts"
import { config, readConfig, setConfig } from "../../../kit/service/config.ts"
import type { ChargeRequest } from "../gateway.ts"
import type { OpenConnection } from "../provider.ts"
import { mercadoPago } from "./provider.ts"

const user = { id: 1245621468, nickname: "TESTUSER1245621468", country_id: "BR", site_id: "MLB", tags: ["normal", "test_user"] }
const valid = { accessToken: "APP_USR-valid-token-of-a-test-user", webhookSecret: "the secret of the webhook" }
const { url, books, state } = await startMercadoPago({ accessToken: valid.accessToken, user })
const proxy = await startProxy(url)

const before = config
setConfig(readConfig({ MERCADO_PAGO_API_URL: proxy.url }))
after(() => setConfig(before))

const tenant = "a".repeat(24)
let connections = 0
function newConnection(fields: Partial<OpenConnection> = {}): OpenConnection {
  const id = String(++connections).padStart(24, "0")
  const account = { id: "1245621468", name: "Account", country: "BR" }
  const eventsUrl = `https://pay.example.com/v1/gateways/mercado-pago/events/${id}`
  return { tenant, id, mode: "sandbox", account, credentials: valid, eventSecrets: [], eventsUrl, methods: mercadoPago.methods, ...fields }
}

const payer = { id: "p", name: "Ana Maria Souza", email: "ana@example.com", taxId: null, country: "BR" }
const newRequest = (fields: Partial<ChargeRequest> = {}): ChargeRequest => {
  return { tenant, key: randomUUID(), amount: 1234, currency: "BRL", method: "pix", token: "", payer, ...fields }
}

testProvider(mercadoPago, {
  proxy,
  credentials: { valid, invalid: { accessToken: "APP_USR-token-of-nobody" } },
  newConnection,
  newRequest,
  payer: {
    pays: async reference => books.pay(reference),
    letsExpire: async reference => books.letExpire(reference),
  },
  countCharges: async key => books.findOrders(key).length,
  countPaid: async key => books.findOrders(key).filter(({ status }) => /processed|refunded/.test(status)).length,
  refunds: {
    countRefunds: async key => books.refundOf(key).length,
    settle: async (key, status) => books.settleRefund(key, status === "failed" ? "failed" : "processed"),
    begin: status => void (books.ways.refundsBegin = status === "succeeded" ? "processed" : "processing"),
    newDeclined: request => ({ ...request, amount: 5000 }),
  },
  events: {
    async messagesAbout(_connection, key) {
      const refunded = books.refundOf(key)[0]?.order.id
      const about = books.notices.filter(notice => (refunded ? notice.order === refunded : notice.external_reference === key))
      return about.map(notice => newMessage(valid.webhookSecret, notice))
    },
    async newForeign() {
      const body = { type: "online", total_amount: "10.00", external_reference: "ORDER-1234", processing_mode: "manual" }
      const order = books.createOrder({ ...body, items: [{ title: "Shoes", quantity: 1, unit_price: "10.00" }] })
      return newMessage(valid.webhookSecret, { action: "order.created", order: order.id })
    },
    isSigned: false,
  },
  async whileRevoked(run) {
    state.isRevoked = true
    return run().finally(() => (state.isRevoked = false))
  },
})
