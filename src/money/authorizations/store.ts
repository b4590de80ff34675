import { bigint, identity, json, nullable, oneOf, type Row, text, timestamptz, tracked } from "../../kit/db/columns.ts"
import { batchedLookupMany } from "../../kit/db/batched-lookup.ts"
import { query, sql } from "../../kit/db/query.ts"
import type { Context } from "../../kit/db/context.ts"
import { resource } from "../../kit/operation/resource.ts"
import { firstIdAt } from "../../kit/pure/id.ts"
import { isoTime, isoTimeOrNull } from "../../kit/pure/time.ts"
import type { Approval } from "../../control/approvals/schema.ts"
import { resolveContact } from "../../parties/contacts/store.ts"
import { assertCanFollow, hasEnded, isByFile } from "./rules.ts"
import type { Authorization, Terms } from "./schema.ts"
import { type AuthorizationStatus, authorizationStatuses, schemes } from "./values.ts"

const columns = {
  ...identity,
  contact_id: text,
  bank_account_id: text,
  bank_account_masked: text,
  scheme: oneOf(schemes),
  currency: text,
  max_amount: nullable(bigint),
  reference: nullable(text),
  gateway: text,
  terms: json<Terms | null>(),
  connection_id: nullable(text),
  gateway_reference: nullable(text),
  status: oneOf(authorizationStatuses),
  failure_reason: nullable(text),
  approval: json<Approval>(),
  submitted_at: nullable(timestamptz),
  activated_at: nullable(timestamptz),
  ended_at: nullable(timestamptz),
  ...tracked,
}
export type AuthorizationRow = Row<typeof columns>

const authorizations = resource("authorizations", columns, {
  noun: "authorization",
  publishes: "authorizations",
  counted: "status",
  references: { contact: resolveContact },
  render: renderAuthorization,
})
export const {
  find: findAuthorization,
  read: readAuthorization,
  readForUpdate: readAuthorizationForUpdate,
  resolve: resolveAuthorization,
  list: listAuthorizations,
} = authorizations

type Content = "id" | "contact_id" | "bank_account_id" | "bank_account_masked" | "scheme" | "currency" | "max_amount" | "reference"
type NewAuthorizationRow = Pick<AuthorizationRow, Content | "gateway" | "terms" | "connection_id" | "approval" | "metadata">

/** A held mandate waits for its approval. Any other is submitted to the gateway at once, or active if the tenant holds it itself. */
export function insertAuthorization(ctx: Context, fields: NewAuthorizationRow): Authorization {
  const isHeld = fields.approval.status === "pending"
  return authorizations.insert(ctx, {
    ...fields,
    gateway_reference: null,
    status: isHeld ? "pending-approval" : isByFile(fields) ? "active" : "pending",
    failure_reason: null,
    submitted_at: isHeld ? null : ctx.now,
    activated_at: isHeld || !isByFile(fields) ? null : ctx.now,
    ended_at: null,
  }).object
}

type Change = Partial<Pick<AuthorizationRow, "failure_reason" | "approval">> & Pick<AuthorizationRow, "status">

export function saveAuthorization(ctx: Context, before: AuthorizationRow, { status, ...change }: Change): AuthorizationRow {
  assertCanFollow(before.status, status)
  return authorizations.save(ctx, before, {
    ...change,
    status,
    ...(status === "pending" && { submitted_at: ctx.now }),
    ...(status === "active" && { activated_at: ctx.now, submitted_at: before.submitted_at ?? ctx.now }),
    ...(hasEnded(status) && { ended_at: ctx.now }),
  }).row
}

export const saveMetadata = (ctx: Context, before: AuthorizationRow, metadata: AuthorizationRow["metadata"]): AuthorizationRow =>
  authorizations.save(ctx, before, { metadata }).row

/** The payer's bank wants something corrected. */
export const saveCorrection = (ctx: Context, before: AuthorizationRow, correction: string): AuthorizationRow =>
  authorizations.save(ctx, before, { terms: before.terms && { ...before.terms, correction } }).row

/** Lets a charge and the end of its mandate see each other: when both commit at the same time, the second runs again. */
export const touchAuthorization = (ctx: Context, row: AuthorizationRow) => authorizations.touch(ctx, row)

export function noteGatewayReference(ctx: Context, row: AuthorizationRow, gateway_reference: string): AuthorizationRow {
  if (row.gateway_reference === gateway_reference) return row
  authorizations.touch(ctx, row, { gateway_reference })
  return { ...row, gateway_reference, revision: row.revision + 1 }
}

/** An authorization that debits this account and has one of these statuses. None of them may be an ended one. */
export async function findOpenByAccount({ tenant }: Context, account: string, statuses: AuthorizationStatus[]) {
  const [row] = await query<AuthorizationRow>(
    [tenant.id],
    sql`
    select * from authorizations
    where tenant_id = ${tenant.id} and bank_account_id = ${account} and ended_at is null and status = any(${statuses}) limit 1`,
  )
  return row
}

export async function hasOpenAt({ tenant }: Context, connection: string): Promise<boolean> {
  const rows = await query(
    [tenant.id],
    sql`
    select 1 from authorizations where tenant_id = ${tenant.id} and connection_id = ${connection} and ended_at is null limit 1`,
  )
  return rows.length > 0
}

/** The mandates of a contact that a charge in this currency may debit by, the newest first. */
export const findActiveByContact = batchedLookupMany<{ tenant_id: string; contact_id: string; currency: string }, AuthorizationRow>(`
  select n, a.* from jsonb_to_recordset($1) as input(n int, tenant_id text, contact_id text, currency text)
  cross join lateral (
    select * from authorizations
    where tenant_id = input.tenant_id and contact_id = input.contact_id and currency = input.currency and status = 'active'
    order by id desc limit 3) a`)

/** The authorizations created since then, the newest first. */
export function findRecentAuthorizations({ tenant }: Context, since: Date, limit: number): Promise<AuthorizationRow[]> {
  return query(
    [tenant.id],
    sql`
    select * from authorizations
    where tenant_id = ${tenant.id} and id >= ${firstIdAt(since.getTime())}
    order by id desc limit ${limit}::int`,
  )
}

export function renderAuthorization(row: AuthorizationRow): Authorization {
  return {
    _id: row.id,
    contact: row.contact_id,
    bankAccount: { _id: row.bank_account_id, masked: row.bank_account_masked },
    scheme: row.scheme,
    currency: row.currency,
    maxAmount: row.max_amount,
    reference: row.reference,
    gateway: row.gateway,
    connection: row.connection_id,
    terms: row.terms,
    status: row.status,
    failureReason: row.failure_reason,
    approval: row.approval,
    activatedAt: isoTimeOrNull(row.activated_at),
    endedAt: isoTimeOrNull(row.ended_at),
    version: row.version,
    createdAt: isoTime(row.created_at),
    updatedAt: isoTime(row.updated_at),
    metadata: row.metadata,
  }
}

/** Whether another mandate that the tenant holds itself has this reference. The database refuses a second one, too. */
export async function hasReference({ tenant }: Context, reference: string): Promise<boolean> {
  const rows = await query(
    [tenant.id],
    sql`
    select 1 from authorizations where tenant_id = ${tenant.id} and reference = ${reference} and gateway = 'bank-file' limit 1`,
  )
  return rows.length > 0
}
