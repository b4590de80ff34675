// What every history of the money model must be in the journal: its totals are the balances, and an independent program recomputes it.
import assert from "node:assert/strict"
import { type Any, createCaller, type TestServer } from "../harness.ts"
import { recompute } from "../recompute-journal.ts"
import type { Scenario } from "./money-model-scenario.ts"

const period = { from: "2020-01-01", to: "2029-12-31" }
const query = `from=${period.from}&to=${period.to}`

export async function compareJournal({ baseUrl }: TestServer, { api, tenant }: Scenario) {
  const raw = createCaller(baseUrl, { apiKey: api.apiKey, tenantId: tenant }, { checked: false })
  const [{ timezone, accounts, unmapped }, balances] = await Promise.all(
    [`/v1/journal/totals?${query}`, "/v1/balances"].map(async path => (await api.get(path)).body.data as Any),
  )
  const net = (classes: string[]) =>
    accounts
      .filter(({ account }: Any) => classes.includes(account.split(":")[0]))
      .reduce((sum: number, { debit, credit }: Any) => sum + debit - credit, 0)
  const [balance = { available: 0, reserved: 0, payable: 0, owing: 0, fees: 0 }] = balances
  const owed = balance.payable - balance.owing
  assert.deepEqual([0 - net(["payable"]), 0 - net(["reserved"]), net(["fees"])], [owed, balance.reserved, balance.fees])
  assert.equal(net(["cash", "credit", "unallocated"]), balance.available + balance.payable + balance.reserved)
  assert.deepEqual([unmapped, accounts.reduce((sum: number, { debit, credit }: Any) => sum + debit - credit, 0)], [[], 0])
  const { text } = await raw.get(`/v1/journal?${query}&format=csv`)
  const { faults } = await recompute(async path => (await api.get(path)).body, text, { ...period, timezone })
  assert.deepEqual(faults, [])
}
