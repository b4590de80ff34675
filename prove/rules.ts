import { findBrokenLinks } from "./audit-chain.ts"
import { bankRules, disputeRules, returnRules, scheduleRules } from "./later-rules.ts"
import { intentRules, ledgerRules, partnerRules, paymentRules } from "./money-rules.ts"
import { approvalRules, gatewayRules, isolationRules, keyRules, tellingRules } from "./service-rules.ts"
import type { Database, Rule } from "./sql.ts"

export type Broken = { rule: string; findings: string[] }

export const rules: readonly Rule[] = [
  ...ledgerRules,
  ...intentRules,
  ...paymentRules,
  ...partnerRules,
  ...disputeRules,
  ...scheduleRules,
  ...returnRules,
  ...approvalRules,
  ...tellingRules,
  ...gatewayRules,
  ...bankRules,
  ...isolationRules,
  ...keyRules,
]

export async function findBroken(database: Database, { name, sql }: Rule): Promise<Broken[]> {
  const { rows } = await database.query<{ tenant_id: string; object: string; what: string }>(sql)
  return rows.length > 0 ? [{ rule: name, findings: rows.map(({ tenant_id, object, what }) => `${tenant_id} ${object}: ${what}`) }] : []
}

/** Asks every rule, and recomputes the audit chain. */
export async function findAllBroken(database: Database): Promise<Broken[]> {
  const broken: Broken[] = []
  for (const rule of rules) broken.push(...(await findBroken(database, rule)))
  const findings = await findBrokenLinks(database)
  return findings.length > 0 ? [...broken, { rule: "the audit chain is whole", findings }] : broken
}
