import assert from "node:assert/strict"
import { randomUUID } from "node:crypto"
import { test } from "node:test"
import { startTestServer } from "../../../test/harness.ts"
import { testMandates } from "../../../test/conformance/mandates.ts"
import { GatewayUnreachable, type MandateRequest } from "./gateway.ts"
import { simulator } from "./simulator.ts"

const { keys, sql } = await startTestServer({ ROLE: "api" })
const tenant = keys.tenantId
const iban = "DE89370400440532013000"

const by = (holder: string) => (): MandateRequest => ({
  tenant,
  key: randomUUID(),
  scheme: "sepa",
  currency: "EUR",
  maxAmount: null,
  reference: "M-1",
  account: { holder, country: "DE", bic: null, number: { iban } },
  submittedAt: new Date(),
})

testMandates(simulator, {
  tenant,
  currency: "EUR",
  requests: { accepted: by("Ana Souza"), refused: by("Fail Mandate"), declining: by("Decline Debit") },
  decide: async key => void (await sql("update simulator_mandates set decides_at = now() - interval '1 second' where key = $1", [key])),
  countMandates: async key => (await sql("select 1 from simulator_mandates where tenant_id = $1 and key = $2", [tenant, key])).length,
  countCharges: async key => (await sql("select 1 from simulator_charges where tenant_id = $1 and key = $2", [tenant, key])).length,
})

test("the simulator keeps no account number", async () => {
  const request = by("Ana Souza")()
  await simulator.mandates!.register(request)
  const [row] = await sql("select m::text as all from simulator_mandates m where key = $1", [request.key])
  assert.ok(!row.all.includes("532013000"))
})

test("the holder Unreachable Mandate makes the simulator unreachable", async () => {
  await assert.rejects(simulator.mandates!.register(by("Unreachable Mandate")()), GatewayUnreachable)
})
