import { linkKeyOf, startTestServer } from "../../../test/harness.ts"
import { testDisputes } from "../../../test/conformance/disputes.ts"
import { signature, simulator } from "./simulator.ts"

const { keys, sql } = await startTestServer({ ROLE: "api" })
const tenant = keys.tenantId
const linkKey = await linkKeyOf({ sql }, tenant)

const sign = async (event: object) => {
  const bytes = Buffer.from(JSON.stringify(event))
  return { bytes, headers: { "simulator-signature": signature(linkKey, bytes) } }
}
const count = async (condition: string, value: string) =>
  (await sql(`select 1 from simulator_dispute_answers where tenant_id = $1 and ${condition}`, [tenant, value])).length

testDisputes(simulator, {
  tenant,
  method: "card",
  currency: "BRL",
  token: "tok_dispute",
  async messagesAbout(charge) {
    const jobs = await sql("select payload from jobs where kind = 'simulator-event' and payload->>'key' = $1 order by next_at", [charge])
    return Promise.all(jobs.map(({ payload }) => sign(payload)))
  },
  sign,
  async decide(dispute, decision) {
    await sql("update simulator_disputes set decision = $3, decided_at = clock_timestamp() where tenant_id = $1 and key = $2", [
      tenant,
      dispute,
      decision,
    ])
  },
  countEvidence: key => count("key = $2", key),
  countAcceptances: dispute => count("evidence is null and dispute = $2", dispute),
})
