import type { Context } from "../../kit/db/context.ts"
import { query, sql } from "../../kit/db/query.ts"

/** A charge may still have an outcome while it is processing or held, and for a week after we gave it up without an answer. */
export async function hasOpenAt({ tenant }: Context, connection: string): Promise<boolean> {
  const rows = await query(
    [tenant.id],
    sql`
    select 1 from transactions
    where tenant_id = ${tenant.id} and connection_id = ${connection} and (
      status in ('processing', 'pending-approval')
      or (status = 'failed' and failure ->> 'code' in ('never_arrived', 'gateway_unreachable') and left_at > now() - interval '7 days')
    ) limit 1`,
  )
  return rows.length > 0
}

/** The charge that went through this connection, has this id at the provider and no outcome yet. Providers write ids in either case. */
export async function findOpenCharge({ tenant_id, id, gateway }: Connection, reference: string): Promise<Connection | undefined> {
  const references = [reference, reference.toUpperCase(), reference.toLowerCase()]
  const [row] = await query<Connection>(
    [tenant_id],
    sql`
    select tenant_id, id, gateway from transactions
    where tenant_id = ${tenant_id} and gateway = ${gateway} and gateway_reference = any(${references})
      and connection_id = ${id} and status = 'processing'`,
  )
  return row
}
type Connection = { tenant_id: string; id: string; gateway: string }

/** Which of a provider's ids, or of our keys that it keeps, are those of charges and refunds that went through this connection. */
export async function findKnownReferences({ tenant }: Context, connection: string, references: string[]): Promise<string[]> {
  const rows = await query<{ id: string; reference: string }>(
    [tenant.id],
    sql`
    select id, gateway_reference as reference from transactions
    where tenant_id = ${tenant.id} and connection_id = ${connection}
      and (gateway_reference = any(${references}) or id = any(${references}))`,
  )
  return rows.flatMap(({ id, reference }) => [id, reference])
}

/** The gateway's references of a charge's refunds that were paid, except one, by which it is told which refund is another one. */
export async function findRefundReferences({ tenant }: Context, { id }: { id: string }, except: string | null): Promise<string[]> {
  const rows = await query<{ reference: string }>(
    [tenant.id],
    sql`
    select gateway_reference as reference from transactions
    where tenant_id = ${tenant.id} and refund_of = ${id} and gateway_reference is not null
      and id is distinct from ${except}`,
  )
  return rows.map(({ reference }) => reference)
}
