// A tenant for one scenario of the money model test, with its model: empty at first, and then changed by each step.
import { type Caller, linkKeyOf, newContact, type TestServer } from "../harness.ts"
import { basisPoints, type Dispute, type Intent, type Payment, type Payout, type Refund } from "./money-model.ts"

export type Scenario = Awaited<ReturnType<typeof createScenario>>
export type Args = {
  at: number
  installment: number | null
  amount: number
  whole: boolean
  token: string
  parts: number[]
  flag: boolean
  days: number
}

export async function createScenario(server: TestServer) {
  const api: Caller & { keys: { tenantId: string } } = await server.otherTenant()
  const tenant = api.keys.tenantId
  const linkKey = await linkKeyOf(server, tenant)
  const contact: string = (await api.post("/v1/contacts/create", newContact())).body.data._id
  const casa = { name: "Casa", code: "CASA", kind: "supplier", splitTerms: { type: "percentage", basisPoints } }
  await api.post("/v1/partnerships/create", casa)
  const intents: Intent[] = []
  const payments: Payment[] = []
  const gatewayEvents: [Payment, (payment: Payment) => void][] = []
  const unallocated: { id: string; amount: number }[] = []
  const refunds: Refund[] = []
  const payouts: Payout[] = []
  const disputes: Dispute[] = []
  const model = { intents, payments, refunds, disputes, payouts, gatewayEvents, unallocated, clockOffsetMs: 0, sentEvents: 0 }
  return { api, sql: server.sql, tenant, linkKey, contact, payer: { id: contact, credit: 0, shortfall: 0 }, ...model }
}
