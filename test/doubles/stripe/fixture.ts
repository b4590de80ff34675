import { randomUUID } from "node:crypto"
import { readConfig, setConfig } from "../../../src/kit/service/config.ts"
import { setLogLevel } from "../../../src/kit/service/log.ts"
import type { ChargeRequest } from "../../../src/money/gateways/gateway.ts"
import type { OpenConnection } from "../../../src/money/gateways/provider.ts"
import { startProxy } from "../proxy.ts"
import { startStripe } from "./server.ts"

export const validKey = "rk_test_51ValidKeyOfTheDouble"
export const limitedKey = "rk_test_51LimitedKeyOfTheDouble"

/** A double of Stripe behind a proxy, and the settings by which the adapter calls it. No database is needed. */
export async function startFixture() {
  const double = await startStripe()
  const proxy = await startProxy(double.url)
  setConfig(readConfig({ STRIPE_API_URL: proxy.url }))
  setLogLevel("silent") // lost answers are logged
  double.keys.set(validKey, { lacks: [] })
  double.keys.set(limitedKey, { lacks: ["checkout/sessions", "webhook_endpoints", "mandates", "account"] })
  return { double, proxy }
}

export const tenant = "a".repeat(24)

export const newConnection = (fields: Partial<OpenConnection> = {}): OpenConnection => ({
  tenant,
  id: randomUUID(),
  mode: "sandbox",
  account: { id: "acct_1TestAccount", name: "owner@example.com", country: "DE" },
  credentials: { secretKey: validKey },
  eventSecrets: [],
  eventsUrl: `https://pay.example.com/v1/gateways/stripe/events/${randomUUID()}`,
  methods: [],
  ...fields,
})

export const newRequest = (fields: Partial<ChargeRequest> = {}): ChargeRequest => ({
  tenant,
  key: randomUUID(),
  amount: 1234,
  currency: "EUR",
  method: "card",
  token: "",
  description: "PI-000123",
  returnUrl: "https://pay.example.com/pay/link/return/attempt",
  payer: { id: "c".repeat(24), name: "Ada Lovelace", email: "ada@example.com", taxId: null, country: "GB" },
  ...fields,
})
