import { appendOnly } from "../../kit/db/append-only.ts"
import { json, nullable, oneOf, type Row, text, timestamptz } from "../../kit/db/columns.ts"
import type { Context } from "../../kit/db/context.ts"
import { query, sql } from "../../kit/db/query.ts"
import { writeStatement } from "../../kit/db/statements.ts"
import type { EvidenceRequest } from "./dispute-gateway.ts"

const columns = {
  tenant_id: text,
  key: text,
  dispute: text,
  evidence: nullable(json<Pick<EvidenceRequest, "text" | "documents">>()),
  created_at: timestamptz,
}

const answers = appendOnly("simulator_dispute_answers", columns)

export async function isAnswered({ tenant }: Context, key: string): Promise<boolean> {
  const rows = await query([tenant.id], sql`select 1 from simulator_dispute_answers where tenant_id = ${tenant.id} and key = ${key}`)
  return rows.length > 0
}

type NewAnswer = Omit<Row<typeof columns>, "tenant_id" | "created_at">

export const insertAnswer = ({ tenant, now, write }: Context, answer: NewAnswer) =>
  write(answers.insert({ ...answer, tenant_id: tenant.id, created_at: now }))

const disputeColumns = {
  tenant_id: text,
  key: text,
  decision: nullable(oneOf(["won", "lost"])),
  decided_at: nullable(timestamptz),
  created_at: timestamptz,
}
type SimulatedDispute = Row<typeof disputeColumns>
const disputes = appendOnly("simulator_disputes", disputeColumns)

export async function findSimulatedDispute(tenant: string, key: string): Promise<SimulatedDispute | undefined> {
  const [row] = await query<SimulatedDispute>([tenant], sql`select * from simulator_disputes where tenant_id = ${tenant} and key = ${key}`)
  return row
}

export const insertSimulatedDispute = ({ tenant, now, write }: Context, key: string) =>
  write(disputes.insert({ tenant_id: tenant.id, key, decision: null, decided_at: null, created_at: now }))

const decisions = writeStatement(
  `update simulator_disputes d set decision = r.decision, decided_at = r.decided_at
   from jsonb_to_recordset($1) as r(tenant_id text, key text, decision text, decided_at timestamptz)
   where d.tenant_id = r.tenant_id and d.key = r.key`,
)

/** Saves the decision of the payer's bank, which may differ from an earlier one. Null: it has not decided any more. */
export const saveSimulatedDecision = ({ tenant, now, write }: Context, key: string, decision: "won" | "lost" | null) =>
  write({ statement: decisions, row: { tenant_id: tenant.id, key, decision, decided_at: decision && now } })
