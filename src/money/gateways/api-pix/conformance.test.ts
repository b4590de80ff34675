import { randomUUID } from "node:crypto"
import { after } from "node:test"
import { testProvider } from "../../../../test/conformance/provider.ts"
import { allScopes, startApiPix } from "../../../../test/doubles/api-pix/server.ts"
import { startProxy } from "../../../../test/doubles/proxy.ts"
import { config, readConfig, setConfig } from "../../../kit/service/config.ts"
import type { InboundMessage } from "../gateway.ts"
import type { OpenConnection } from "../provider.ts"
import { apiPix } from "./provider.ts"
import { txidOf } from "./txid.ts"

const before = config
setConfig(readConfig({ WEBHOOKS_ALLOW_PRIVATE: "true" }))
after(() => setConfig(before))

const pixKey = "7d9f0335-8dcc-4054-9bf9-0dbd61d36906"
const { bank, state, url } = await startApiPix({
  pixKey,
  clients: [
    { id: "client-1", secret: "the secret of client 1", scopes: allScopes },
    { id: "client-2", secret: "the secret of client 2", scopes: allScopes.filter(scope => !/^pix|webhook.write/.test(scope)) },
  ],
})
const proxy = await startProxy(url)
const credentialsOf = (clientId: string, clientSecret: string) => {
  return { baseUrl: `${proxy.url}/api/v2`, tokenUrl: `${proxy.url}/oauth/token`, clientId, clientSecret, pixKey, environment: "test" }
}
const valid = credentialsOf("client-1", "the secret of client 1")
const tenant = "a".repeat(24)

let connections = 0
function newConnection(fields: Partial<OpenConnection> = {}): OpenConnection {
  const id = String(++connections).padStart(24, "0")
  const account = { id: "account", name: "Account", country: "BR" }
  const eventsUrl = `https://pay.example.com/v1/gateways/api-pix/events/${id}`
  return { tenant, id, mode: "sandbox", account, credentials: valid, eventSecrets: [], eventsUrl, methods: apiPix.methods, ...fields }
}

const inbound = (body: object): InboundMessage => ({
  headers: { "content-type": "application/json" },
  bytes: Buffer.from(JSON.stringify(body)),
})

testProvider(apiPix, {
  proxy,
  credentials: {
    valid,
    invalid: credentialsOf("client-9", "the secret of nobody"),
    limited: {
      credentials: credentialsOf("client-2", "the secret of client 2"),
      missing: [/^pix\.read$/, /^pix\.write$/, /^webhook\.write$/],
    },
  },
  newConnection,
  newRequest: fields => ({ tenant, key: randomUUID(), amount: 1234, currency: "BRL", method: "pix", token: "", ...fields }),
  payer: {
    pays: async reference => void bank.pay(reference),
    letsExpire: async reference => bank.letExpire(reference),
  },
  countCharges: async key => Number(bank.cobs.has(txidOf(key))),
  countPaid: async key => bank.cobs.get(txidOf(key))?.pix.length ?? 0,
  refunds: {
    countRefunds: async key => Number(bank.refundOf(txidOf(key)) !== undefined),
    settle: async (key, status) => bank.settleRefund(txidOf(key), status === "failed" ? "NAO_REALIZADO" : "DEVOLVIDO"),
    begin: status => void (bank.ways.refundsBegin = status === "succeeded" ? "DEVOLVIDO" : "EM_PROCESSAMENTO"),
    newDeclined: request => ({ ...request, amount: 5000 }),
  },
  events: {
    async messagesAbout({ eventsUrl }, key) {
      const name = txidOf(key)
      const about = bank.messages.filter(({ url: to, body }) => to === `${eventsUrl}/pix` && JSON.stringify(body).includes(name))
      return about.map(({ body }) => inbound(body))
    },
    newForeign: async () =>
      inbound({
        pix: [
          {
            endToEndId: "E12345678202009091221kkkkkkkkkkk",
            txid: "c3e0e7a4e7f1469a9f782d3d4999343c",
            valor: "110.00",
            horario: "2020-09-09T20:15:00.358Z",
          },
        ],
      }),
    isSigned: false,
    countEndpoints: async eventsUrl => Number(bank.webhookUrl() === eventsUrl),
  },
  async whileRevoked(run) {
    state.isRevoked = true
    return run().finally(() => (state.isRevoked = false))
  },
})
