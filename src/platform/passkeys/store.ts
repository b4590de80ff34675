import { bigint, boolean, insertInto, json, nullable, recordset, type Row, text, timestamptz } from "../../kit/db/columns.ts"
import type { Context } from "../../kit/db/context.ts"
import { databaseClock } from "../../kit/db/database-clock.ts"
import { deleteExpired } from "../../kit/db/delete-expired.ts"
import { queryPage } from "../../kit/db/list-query.ts"
import { installation, query, sql } from "../../kit/db/query.ts"
import { writeStatement } from "../../kit/db/statements.ts"
import { audit } from "../../kit/events/audit.ts"
import { generalProblem } from "../../kit/pure/errors.ts"
import { type ListQuery, narrow } from "../../kit/pure/filters.ts"
import { newId } from "../../kit/pure/id.ts"
import { isoTime, isoTimeOrNull } from "../../kit/pure/time.ts"
import { sha256 } from "../../kit/service/crypto.ts"

const columns = {
  tenant_id: text,
  id: text,
  user_id: text,
  credential_id: text,
  public_key: text,
  counter: bigint,
  transports: json<string[]>(),
  name: text,
  is_synced: boolean,
  last_used_at: nullable(timestamptz),
  created_at: timestamptz,
}
export type PasskeyRow = Row<typeof columns>

const inserts = writeStatement(insertInto("passkeys", columns))

type NewPasskey = Pick<PasskeyRow, "credential_id" | "public_key" | "counter" | "transports" | "name" | "is_synced">

/** A passkey of the caller. Its times are real time, also in a sandbox. */
export function insertPasskey(ctx: Context, passkey: NewPasskey): PasskeyRow {
  const now = databaseClock.now()
  const { tenant, caller } = ctx
  const row = { tenant_id: tenant.id, id: newId(now), user_id: caller.user, ...passkey, last_used_at: null, created_at: now }
  ctx.write({ statement: inserts, row })
  audit(ctx, { action: "passkeys.create", kind: "passkeys", id: row.id, after: audited(row) })
  return row
}

export async function listPasskeys(ctx: Context, list: ListQuery) {
  const { data, ...rest } = await queryPage<PasskeyRow>(ctx, { from: "passkeys" }, narrow(list, "user_id", ctx.caller.user))
  return { data: data.map(renderPasskey), ...rest }
}

type Person = { tenant: { id: string }; user: string }

export const findPasskeys = ({ tenant, user }: Person) =>
  query<PasskeyRow>([tenant.id], sql`select * from passkeys where tenant_id = ${tenant.id} and user_id = ${user} order by id`)

export async function findPasskey({ tenant, user }: Person, credential: string): Promise<PasskeyRow | undefined> {
  const [row] = await query<PasskeyRow>(
    [tenant.id],
    sql`select * from passkeys where tenant_id = ${tenant.id} and user_id = ${user} and credential_id = ${credential}`,
  )
  return row
}

/** A passkey of the caller. That of somebody else gives the same 404 as an unknown one. */
export async function readOwnPasskey({ tenant, caller }: Context, id: string): Promise<PasskeyRow> {
  const own = sql`select * from passkeys where tenant_id = ${tenant.id} and id = ${id} and user_id = ${caller.user}`
  return assertFound((await query<PasskeyRow>([tenant.id], own))[0], id)
}

export async function readOwnPasskeyForUpdate({ tenant, caller, lock }: Context, id: string): Promise<PasskeyRow> {
  const own = sql`select * from passkeys where tenant_id = ${tenant.id} and id = ${id} and user_id = ${caller.user} for update`
  return assertFound(await lock<PasskeyRow>(own), id)
}

function assertFound(row: PasskeyRow | undefined, id: string): PasskeyRow {
  if (!row) throw generalProblem("GEN-1004", { kind: "passkey", reference: id })
  return row
}

/** Undefined: it was removed meanwhile. */
export const lockPasskey = ({ tenant, lock }: Context, { id }: PasskeyRow) =>
  lock<PasskeyRow>(sql`select * from passkeys where tenant_id = ${tenant.id} and id = ${id} for update`)

const uses = writeStatement(`
  update passkeys p set counter = r.counter, last_used_at = r.last_used_at from ${recordset(columns)}
  where p.tenant_id = r.tenant_id and p.id = r.id`)

/** The row must be locked. The audit log has the session that begins, and not each use. */
export const notePasskeyUse = ({ write }: Context, row: PasskeyRow, counter: number) =>
  write({ statement: uses, row: { ...row, counter, last_used_at: databaseClock.now() } })

const renames = writeStatement(`
  update passkeys p set name = r.name from ${recordset(columns)} where p.tenant_id = r.tenant_id and p.id = r.id`)

export function renamePasskey(ctx: Context, before: PasskeyRow, name: string): PasskeyRow {
  if (name === before.name) return before
  const row = { ...before, name }
  ctx.write({ statement: renames, row })
  audit(ctx, { action: "passkeys.update", kind: "passkeys", id: row.id, before: audited(before), after: audited(row) })
  return row
}

const deletes = writeStatement(`
  delete from passkeys p using jsonb_to_recordset($1) as r(tenant_id text, id text) where p.tenant_id = r.tenant_id and p.id = r.id`)

export function deletePasskey(ctx: Context, row: PasskeyRow) {
  ctx.write({ statement: deletes, row: { tenant_id: row.tenant_id, id: row.id } })
  audit(ctx, { action: "passkeys.remove", kind: "passkeys", id: row.id, before: audited(row) })
}

/** Remembers that a challenge was answered. Returns whether this answer is the first. */
export async function consumeChallenge(challenge: string, until: Date): Promise<boolean> {
  const rows = await query(
    installation,
    sql`
    insert into passkey_challenges (hash, expires_at) values (${sha256(challenge)}, ${until}) on conflict do nothing returning 1`,
  )
  return rows.length > 0
}

export const deleteExpiredChallenges = () => deleteExpired("passkey_challenges", ["expires_at", "hash"])

export const renderPasskey = (row: PasskeyRow) => ({
  _id: row.id,
  name: row.name,
  synced: row.is_synced,
  lastUsedAt: isoTimeOrNull(row.last_used_at),
  createdAt: isoTime(row.created_at),
})

const audited = ({ user_id: user, name, is_synced: synced }: PasskeyRow) => ({ user, name, synced })
