// Random steps through everything that moves what somebody owes or is owed, for tests of earlier times. Some steps are refused.
import type { disputeFixtures } from "./dispute-fixtures.ts"
import { type Any, type Caller, inDays, newIntent } from "./harness.ts"
import { randomFrom } from "./tampering.ts"

type Tenant = { api: Caller } & Awaited<ReturnType<typeof disputeFixtures>>
type Random = (below: number) => number
type Steps = Record<string, () => Promise<unknown>>

/** Returns a function that does one step and says which. */
export function historySteps(tenant: Tenant, seed: number): () => Promise<string> {
  const random = randomFrom(seed)
  const pick = pickerOf(tenant.api, random)
  const steps: Steps = {
    ...sales(tenant, random, pick),
    ...takenBack(tenant, random, pick),
    ...payoutSteps(tenant, random, pick),
    moveZone: () => tenant.api.post("/v1/settings/update", { timezone: ["UTC", "Pacific/Kiritimati", "America/Sao_Paulo"][random(3)] }),
  }
  const usual = ["sell", "sell", "plan", "charge", "charge", "charge", "charge", "payByHand", "payByHand", "beginCharge", "postpone"]
  const names = [...Object.keys(steps), ...usual]
  return async () => {
    const name = names[random(names.length)]!
    await steps[name]!()
    return name
  }
}

type Picker = ReturnType<typeof pickerOf>

function pickerOf(api: Caller, random: Random) {
  const oneOf = async (path: string): Promise<Any> => {
    const rows = (await api.get(`/v1/${path}${path.includes("?") ? "&" : "?"}limit=100`)).body.data
    return rows[random(rows.length)]
  }
  const act = async (path: string, verb: string, body: object = {}) => {
    const one = await oneOf(path)
    if (one) await api.post(`/v1/${path.split("?")[0]}/${one._id}/${verb}`, body)
  }
  return { oneOf, act }
}

function sales({ api, contact, create, sell, chargeIntent }: Tenant, random: Random, { oneOf, act }: Picker): Steps {
  return {
    sell: () =>
      sell({ currency: random(4) === 0 ? "USD" : "BRL", items: [{ name: "Course", amount: 1 + random(9999), supplier: "CASA" }] }),
    async plan() {
      const schedule = [1000 + random(5000), 1000 + random(5000)].map((amount, i) => ({ amount, dueAt: inDays(30 + i) }))
      const amount = schedule.reduce((sum, each) => sum + each.amount, 0)
      const items = [{ name: "Year", amount, supplier: "CASA" }]
      await create("payment-intents", newIntent(contact._id, { intentType: "payment-plan", schedule, items }))
    },
    async charge() {
      const intent = await oneOf("payment-intents?status[in]=due,overdue")
      if (intent) await chargeIntent(intent, { amount: 1 + random(intent.amount), token: "tok_success_with_fee" })
    },
    async beginCharge() {
      const intent = await oneOf("payment-intents?status=due")
      const token = "tok_processing_then_success"
      if (intent) await api.create("/v1/gateways/simulator/charges", { paymentIntent: intent._id, method: "card", token })
    },
    async payByHand() {
      const intent = await oneOf("payment-intents")
      if (intent) await api.create("/v1/transactions/create", { paymentIntent: intent._id, amount: 1 + random(12_000), method: "cash" })
    },
    async payByTransfer() {
      const intent = await oneOf("payment-intents")
      const transfer = { reference: random(2) === 0 ? "nothing known" : intent?.number, amount: 1 + random(12_000), currency: "BRL" }
      if (intent) await api.post("/v1/simulations/bank-transfers/create", transfer)
    },
    cancel: () => act("payment-intents?status=due", "cancel"),
    delete: () => act("payment-intents?status=due", "delete"),
    postpone: () => act("payment-intents", "update", { dueAt: inDays(random(200) - 150) }),
  }
}

function takenBack({ refund, dispute, resolve, sendEvent }: Tenant, random: Random, { oneOf, act }: Picker): Steps {
  return {
    async refund() {
      const charged = await oneOf("transactions?transactionType=charge&status=succeeded")
      if (charged) await refund(charged, 1 + random(charged.amount))
    },
    approveRefund: () => act("refund-intents?status=draft", "approve"),
    async reverse() {
      const charged = await oneOf("transactions?transactionType=charge&status=succeeded&gateway=simulator")
      if (charged) await sendEvent("charge.reversed", { key: charged._id })
    },
    async dispute() {
      const charged = await oneOf("transactions?transactionType=charge&status=succeeded&gateway=simulator")
      if (charged) await dispute(charged, { amount: 1 + random(100) }).catch(() => undefined)
    },
    async decideDispute() {
      const open = await oneOf("disputes?status[in]=needs-response,under-review")
      if (open) await resolve(open, random(2) ? "won" : "lost")
    },
  }
}

function payoutSteps({ api }: Tenant, random: Random, { oneOf, act }: Picker): Steps {
  const toCasa = { recipientType: "supplier", partnership: "CASA", currency: "BRL", method: "manual" }
  return {
    giveShare: async () =>
      api.create("/v1/payment-splits/create", {
        paymentIntent: (await oneOf("payment-intents"))?._id,
        partnership: "CASA",
        amount: 1 + random(300),
      }),
    deleteSplit: () => act("payment-splits", "delete"),
    payOut: () => api.create("/v1/payouts/create", { ...toCasa, amount: 1 + random(500), draft: random(2) === 0 }),
    withdraw: () => api.create("/v1/payouts/create", { recipientType: "self", currency: "BRL", method: "manual", amount: 1 + random(500) }),
    sendPayout: () => act("payouts?status=draft", "send"),
    confirmPayout: () => act("payouts?status=processing", "confirm", { reference: "TED" }),
    failPayout: () => act("payouts", "fail", { reason: "closed" }),
    cancelPayout: () => act("payouts?status=draft", "cancel"),
  }
}
