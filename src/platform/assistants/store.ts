import { boolean, identity, int, nullable, oneOf, type Row, text, timestamptz, tracked } from "../../kit/db/columns.ts"
import type { Context } from "../../kit/db/context.ts"
import { databaseClock } from "../../kit/db/database-clock.ts"
import { allTenants, query, sql } from "../../kit/db/query.ts"
import { writeStatement } from "../../kit/db/statements.ts"
import { resource } from "../../kit/operation/resource.ts"
import { type ListQuery, narrow } from "../../kit/pure/filters.ts"
import { isoTime, isoTimeOrNull } from "../../kit/pure/time.ts"
import type { TenantKey } from "./rules.ts"
import { type Assistant, assistantScopes, assistantStatuses } from "./schema.ts"

const columns = {
  ...identity,
  user_id: text,
  client_id: text,
  client: text,
  redirect_host: text,
  scope: oneOf(assistantScopes),
  epoch: int,
  status: oneOf(assistantStatuses),
  request_hash: text,
  second_factor: boolean,
  connected_at: timestamptz,
  ended_at: nullable(timestamptz),
  reason: nullable(text),
  ...tracked,
}
export type AssistantRow = Row<typeof columns>

const assistants = resource("assistants", columns, { noun: "assistant", audits: "assistants", render: renderConnection })
export const findAssistantByRequest = assistants.findBy("request_hash")

/** An assistant of the caller. Another person's assistant gives the same 404 as an unknown one. */
export async function readOwnAssistant(ctx: Context, id: string): Promise<AssistantRow> {
  const found = await assistants.find(ctx, id)
  return assistants.assertFound(found?.user_id === ctx.caller.user ? found : undefined, id)
}

export async function readOwnAssistantForUpdate(ctx: Context, id: string): Promise<AssistantRow> {
  const row = await assistants.readForUpdate(ctx, id)
  return assistants.assertFound(row.user_id === ctx.caller.user ? row : undefined, id)
}

export const pageOfOwnAssistants = (ctx: Context, list: ListQuery) => assistants.page(ctx, narrow(list, "user_id", ctx.caller.user))

type NewAssistant = Pick<
  AssistantRow,
  "user_id" | "client_id" | "client" | "redirect_host" | "scope" | "epoch" | "request_hash" | "second_factor"
>

export const insertAssistant = (ctx: Context, assistant: NewAssistant): AssistantRow =>
  assistants.insert(ctx, {
    ...assistant,
    status: "connected",
    connected_at: databaseClock.now(),
    ended_at: null,
    reason: null,
    metadata: {},
  }).row

const tokenDeletes = writeStatement(`
  delete from assistant_tokens t using jsonb_to_recordset($1) as r(tenant_id text, id text)
  where t.tenant_id = r.tenant_id and t.assistant_id = r.id`)

/** Its tokens stop working with this commit. An assistant that has already ended stays as it is. */
export function endAssistant(ctx: Context, row: AssistantRow, status: "revoked" | "expired", reason: string): AssistantRow {
  if (row.status !== "connected") return row
  ctx.write({ statement: tokenDeletes, row: { tenant_id: row.tenant_id, id: row.id } })
  return assistants.save(ctx, row, { status, ended_at: databaseClock.now(), reason }).row
}

/** Ends one assistant, if it is still connected. */
export async function endAssistantById(ctx: Context, id: string, status: "revoked" | "expired", reason: string) {
  if (!(await assistants.find(ctx, id))) return
  endAssistant(ctx, await assistants.readForUpdate(ctx, id), status, reason)
}

/** An assistant that may still get tokens: connected, its person active and not signed out everywhere since. */
export async function findConnected({ tenant, id }: TenantKey): Promise<AssistantRow | undefined> {
  const [row] = await query<AssistantRow>(
    [tenant],
    sql`
    select a.* from assistants a
    join users u on u.tenant_id = a.tenant_id and u.id = a.user_id
    join accounts p on p.tenant_id = u.tenant_id and p.user_id = u.id and p.epoch = a.epoch
    where a.tenant_id = ${tenant} and a.id = ${id} and a.status = 'connected' and u.active`,
  )
  return row
}

/** Ends every assistant of a user. The user must be locked, so that no assistant connects meanwhile. */
export async function endAssistantsOf(ctx: Context, user: string, reason: string) {
  const rows = await query<AssistantRow>(
    [ctx.tenant.id],
    sql`select * from assistants where tenant_id = ${ctx.tenant.id} and user_id = ${user} and status = 'connected' order by id`,
  )
  for (const row of rows) endAssistant(ctx, row, "revoked", reason)
}

/**
 * Connected assistants whose person has begun another epoch, or that have no working code or token. A new assistant gets time to exchange
 * its code.
 */
export function findUnused(): Promise<(Pick<AssistantRow, "tenant_id" | "id"> & { signed_out: boolean })[]> {
  return query(
    allTenants,
    sql`
    select a.tenant_id, a.id, p.epoch is distinct from a.epoch as signed_out from assistants a
    join users u on u.tenant_id = a.tenant_id and u.id = a.user_id
    left join accounts p on p.tenant_id = u.tenant_id and p.user_id = u.id
    where a.status = 'connected' and (
      p.epoch is distinct from a.epoch
      or (a.connected_at < now() - interval '2 minutes' and not exists (
        select 1 from assistant_tokens t where t.tenant_id = a.tenant_id and t.assistant_id = a.id and t.expires_at > now()
      ))
    )
    limit 100`,
  )
}

/** The connection as the audit log shows it: what the person decided, without the counters. */
function renderConnection(row: AssistantRow) {
  return {
    _id: row.id,
    client: row.client,
    clientId: row.client_id,
    redirectHost: row.redirect_host,
    scope: row.scope,
    status: row.status,
    connectedAt: isoTime(row.connected_at),
    endedAt: isoTimeOrNull(row.ended_at),
    reason: row.reason,
    version: row.version,
    createdAt: isoTime(row.created_at),
    updatedAt: isoTime(row.updated_at),
    metadata: row.metadata,
  }
}

type Usage = { reads: number; writes: number; lastUsedAt: Date | null; openDrafts: number }

export const renderAssistant = (row: AssistantRow, { reads, writes, lastUsedAt, openDrafts }: Usage): Assistant => ({
  ...renderConnection(row),
  lastUsedAt: isoTimeOrNull(lastUsedAt),
  calls: { reads, writes },
  openDrafts,
})
