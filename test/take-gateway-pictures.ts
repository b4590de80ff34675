// `node test/take-gateway-pictures.ts` takes the pictures of gateways in docs/images again: of a sandbox that is connected to the double of
// Stripe. It needs Chromium and port 4000. Another folder may be named.
import { join } from "node:path"
import type { Locator, Page } from "playwright-core"
import { reconciliationSweep } from "../src/money/gateway-connections/reconcile.ts"
import { move } from "./doubles/stripe/money.ts"
import { messagesTo, settleCharge } from "./doubles/stripe/payer.ts"
import { idOf } from "./doubles/stripe/payments.ts"
import { startStripe } from "./doubles/stripe/server.ts"
import { type Any, inDays, newContact, until } from "./harness.ts"
import { startPictureService } from "./picture-service.ts"
import { sendRequest } from "./request.ts"

const folder = process.argv[2] ?? join(import.meta.dirname, "..", "docs", "images")
const secretKey = "rk_test_51AuroraLanguageSchool"
const desktop = { viewport: { width: 1280, height: 800 } }
const dark = { ...desktop, colorScheme: "dark" } as const
const phone = { viewport: { width: 390, height: 844 } }

const double = await startStripe()
double.keys.set(secretKey, { lacks: [] })
const { api, create, take, stop } = await startPictureService(folder, { STRIPE_API_URL: double.url })
try {
  await takeAll(await prepare())
} finally {
  await stop()
}
process.exit() // the double would go on serving

/** Three payments that Stripe has settled, and a fee of Stripe that is in no book of ours. */
async function prepare(): Promise<string> {
  const account = { gateway: "stripe", name: "Stripe Ireland", credentials: { secretKey } }
  const connection = await create("/v1/gateway-connections/create", account)
  const contact = await create("/v1/contacts/create", newContact())
  for (const [currency, amount] of [
    ["EUR", 84_000],
    ["EUR", 129_500],
    ["GBP", 46_000],
  ] as const) {
    const items = [{ name: "General English, 4 weeks", amount }]
    const bill = { contact: contact._id, intentType: "ad-hoc", currency, items, dueAt: inDays(7) }
    const intent = await create("/v1/payment-intents/create", bill)
    const charge = { paymentIntent: intent._id, method: "card", token: "pm_card_visa", connection: connection._id }
    await settle(connection, await create("/v1/gateways/stripe/charges/create", charge))
  }
  move(double.state, { amount: -1_500, currency: "eur", type: "stripe_fee", category: "fee", source: "txn_1QxMonthlyFeeRadar" })
  await reconciliationSweep([]).run()
  return connection._id
}

async function settle({ _id, eventsUrl }: Any, charge: Any) {
  const { state } = double
  const payment = [...state.intents.values()].find(({ metadata }) => metadata["key"] === charge._id)!
  settleCharge(state, payment.id)
  for (const { bytes, headers } of messagesTo(state, eventsUrl, [payment.id, idOf(payment.latest_charge) ?? ""])) {
    const signature = { "content-type": "application/json", "stripe-signature": headers["stripe-signature"] ?? "" }
    await sendRequest(eventsUrl, { method: "POST", headers: signature, body: bytes.toString() })
  }
  await until(async () => (await api.get(`/v1/transactions/${charge._id}`)).body.data.settlement !== null, "Stripe has settled it")
  const isRead = async () => (await api.get(`/v1/gateway-connections/${_id}/messages?status=pending`)).body.count === 0
  await until(isRead, "the messages are read")
}

async function takeAll(connection: string) {
  const connect = (provider: RegExp) => async (page: Page) => {
    await page.getByRole("button", { name: "Connect gateway" }).first().click()
    await page.getByRole("dialog").getByRole("button", { name: provider }).click()
    await page.getByRole("dialog").getByText("Methods that payers are offered").waitFor()
  }
  const balance = async (page: Page) => {
    const card = page.getByRole("region", { name: "Balance" })
    await card.getByText("Open at Stripe").waitFor()
    await card.scrollIntoViewIfNeeded()
    return card
  }
  await take("gateway-connect", "/gateway-connections", desktop, connect(/^Stripe/))
  await take("gateway-balance", `/gateway-connections/${connection}`, desktop, balance)
  if (process.argv[2] !== undefined) await takeMore(connection, { connect, balance })
}

type Shows = { connect(provider: RegExp): (page: Page) => Promise<void>; balance(page: Page): Promise<Locator> }

/** The same pages in dark and on a phone, to look at. */
async function takeMore(connection: string, { connect, balance }: Shows) {
  const page = `/gateway-connections/${connection}`
  for (const [name, screen] of [
    ["light", desktop],
    ["dark", dark],
    ["phone", phone],
    ["phone-dark", { ...phone, colorScheme: "dark" }],
  ] as const) {
    const tall = { ...screen, viewport: { ...screen.viewport, height: 2400 } }
    await take(`page-${name}`, page, tall, async shown => void (await balance(shown)))
    await take(`connect-${name}`, "/gateway-connections", screen, connect(/^Stripe/))
    await take(`connect-pix-${name}`, "/gateway-connections", tall, connect(/^Pix by your bank/))
    await take(`update-${name}`, page, screen, async shown => {
      await shown.getByRole("button", { name: "More actions" }).click()
      await shown.getByRole("menuitem", { name: "Change name or methods" }).click()
      const field = shown.getByRole("combobox", { name: "Currencies: Card, on Stripe's page" })
      for (const code of ["EUR", "GBP"]) {
        await field.fill(code)
        await shown.keyboard.press("Enter")
      }
    })
    await take(`overview-${name}`, "/", screen, async shown => shown.getByText("holds another amount").waitFor())
    await take(`list-${name}`, "/gateway-connections", screen, async shown => shown.getByText("Some gateways hold").waitFor())
  }
}
