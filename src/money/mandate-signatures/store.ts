import { appendOnly } from "../../kit/db/append-only.ts"
import { batchedLookup } from "../../kit/db/batched-lookup.ts"
import { bigint, oneOf, type Row, text, timestamptz } from "../../kit/db/columns.ts"
import type { Context } from "../../kit/db/context.ts"
import { query, sql } from "../../kit/db/query.ts"
import { channels } from "../../kit/pure/caller.ts"
import type { AuthorizationRow } from "../authorizations/store.ts"

const columns = {
  tenant_id: text,
  authorization_id: text,
  payment_intent_id: text,
  amount: bigint,
  signed_by: text,
  text,
  channel: oneOf(channels),
  address: text,
  user_agent: text,
  signed_at: timestamptz,
}
export type SignatureRow = Row<typeof columns>

const signatures = appendOnly("mandate_signatures", columns)

type NewSignature = Pick<SignatureRow, "authorization_id" | "payment_intent_id" | "amount" | "signed_by" | "text">

/** Stores when and from where the payer signed, because the payer's bank may ask for proof. */
export const insertSignature = ({ tenant, now, origin, write }: Context, signature: NewSignature) =>
  write(
    signatures.insert({
      ...signature,
      tenant_id: tenant.id,
      channel: origin.channel,
      address: origin.address,
      user_agent: (origin.userAgent ?? "").slice(0, 500),
      signed_at: now,
    }),
  )

export async function findSignature({ tenant }: Pick<Context, "tenant">, authorization: string): Promise<SignatureRow | undefined> {
  const [row] = await query<SignatureRow>(
    [tenant.id],
    sql`select * from mandate_signatures where tenant_id = ${tenant.id} and authorization_id = ${authorization}`,
  )
  return row
}

/** The mandate that was signed last for a payment intent, and for how much. */
export type SignedAuthorization = Pick<AuthorizationRow, "id" | "status" | "bank_account_masked"> & { amount: number; signed_at: Date }

export const findLastSigned = batchedLookup<{ tenant_id: string; payment_intent_id: string }, SignedAuthorization>(`
  select n, s.* from jsonb_to_recordset($1) as input(n int, tenant_id text, payment_intent_id text)
  cross join lateral (
    select a.id, a.status, a.bank_account_masked, g.amount, g.signed_at
    from mandate_signatures g join authorizations a on a.tenant_id = g.tenant_id and a.id = g.authorization_id
    where g.tenant_id = input.tenant_id and g.payment_intent_id = input.payment_intent_id
    order by g.authorization_id desc limit 1) s`)

/** A mandate that was signed for one of these payment intents, and that its bank has not decided on. */
export async function findUndecided({ tenant }: Pick<Context, "tenant">, intents: string[]): Promise<string | undefined> {
  const [row] = await query<{ id: string }>(
    [tenant.id],
    sql`
    select a.id from mandate_signatures g join authorizations a on a.tenant_id = g.tenant_id and a.id = g.authorization_id
    where g.tenant_id = ${tenant.id} and g.payment_intent_id = any(${intents}) and a.status = 'pending' limit 1`,
  )
  return row?.id
}
