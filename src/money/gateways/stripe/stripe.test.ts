import { testProvider } from "../../../../test/conformance/provider.ts"
import { expire } from "../../../../test/doubles/stripe/checkout.ts"
import { limitedKey, newConnection, newRequest, startFixture, tenant, validKey } from "../../../../test/doubles/stripe/fixture.ts"
import { authenticate, intentOf, messagesTo, pay, settleCharge } from "../../../../test/doubles/stripe/payer.ts"
import { newIntent, succeed } from "../../../../test/doubles/stripe/payments.ts"
import { settleRefund } from "../../../../test/doubles/stripe/refunds.ts"
import { stripe } from "./stripe.ts"

const { double, proxy } = await startFixture()
const { state, keys } = double

type WithMetadata = { id: string; metadata: Record<string, string> | null }
const of = <T extends WithMetadata>(objects: Map<string, T>, key: string) =>
  [...objects.values()].filter(({ metadata }) => metadata?.["key"] === key)

/** The names of Stripe's test mode for cards that behave so while the payer is absent. */
const cards = { charged: "pm", declined: "pm_card_visa_chargeDeclinedInsufficientFunds", asked: "pm_card_authenticationRequired" }

testProvider(stripe, {
  proxy,
  credentials: {
    valid: { secretKey: validKey },
    invalid: { secretKey: "rk_test_51KeyOfNobodyAtAll" },
    limited: {
      credentials: { secretKey: limitedKey },
      missing: [/^Accounts: Read/, /^Checkout Sessions: Write/, /^Webhook Endpoints: Write/, /^Mandates: Read/],
    },
  },
  newConnection,
  newRequest,
  newDeclined: async () => newRequest({ token: "pm_card_chargeDeclined" }),
  payer: {
    async pays(reference) {
      pay(state, reference)
      settleCharge(state, intentOf(state, reference))
    },
    letsExpire: async reference => void expire(state, reference),
  },
  countCharges: async key => of(state.sessions, key).length + of(state.intents, key).filter(({ metadata }) => !metadata["via"]).length,
  countPaid: async key => of(state.intents, key).filter(({ status }) => status === "succeeded").length,
  savedMethods: {
    tenant,
    currency: "EUR",
    method: "card",
    async save(behaviour) {
      const gateway = stripe.open(newConnection())
      const request = newRequest(behaviour && { savesMethod: true })
      const { reference } = await gateway.prepare!(request)
      pay(state, reference, behaviour && cards[behaviour])
      return { tenant, key: request.key, reference }
    },
    confirm: async key => void authenticate(state, of(state.intents, key)[0]!.id),
  },
  refunds: {
    countRefunds: async key => of(state.refunds, key).length,
    settle: async (key, status) => void settleRefund(state, of(state.refunds, key)[0]!.id, status),
    begin: status => void (state.refundStatus = status === "processing" ? "pending" : "succeeded"),
    newDeclined: request => ({ ...request, amount: 99_999 }),
  },
  events: {
    async messagesAbout({ eventsUrl }, key) {
      const about = [state.sessions, state.intents, state.charges, state.refunds].flatMap(objects => of<WithMetadata>(objects, key))
      return messagesTo(
        state,
        eventsUrl,
        about.map(({ id }) => id),
      )
    },
    async newForeign({ eventsUrl }) {
      const { id } = newIntent(state, { amount: 5, currency: "eur", metadata: { order: "7" } })
      succeed(state, id)
      return messagesTo(state, eventsUrl, [id])[0]!
    },
    isSigned: true,
    countEndpoints: async url => [...state.endpoints.values()].filter(each => each.url === url).length,
  },
  async whileRevoked(run) {
    const key = keys.get(validKey)!
    keys.delete(validKey)
    try {
      return await run()
    } finally {
      keys.set(validKey, key)
    }
  },
})
