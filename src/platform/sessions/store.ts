import { boolean, insertInto, int, nullable, type Row, text, timestamptz } from "../../kit/db/columns.ts"
import type { Context } from "../../kit/db/context.ts"
import { databaseClock } from "../../kit/db/database-clock.ts"
import { deleteExpired } from "../../kit/db/delete-expired.ts"
import { queryPage } from "../../kit/db/list-query.ts"
import { query, sql } from "../../kit/db/query.ts"
import { writeStatement } from "../../kit/db/statements.ts"
import { audit } from "../../kit/events/audit.ts"
import { generalProblem } from "../../kit/pure/errors.ts"
import { type ListQuery, narrow } from "../../kit/pure/filters.ts"
import { newId } from "../../kit/pure/id.ts"
import type { Page } from "../../kit/pure/page.ts"
import { isoTime } from "../../kit/pure/time.ts"
import { randomText, sha256 } from "../../kit/service/crypto.ts"
import { idleMs, lifetimeMs, tokenOf } from "./rules.ts"
import type { Session } from "./schema.ts"

const columns = {
  tenant_id: text,
  id: text,
  hash: text,
  user_id: text,
  epoch: int,
  address: text,
  user_agent: text,
  second_factor: boolean,
  passkey_id: nullable(text),
  confirmed_at: timestamptz,
  last_used_at: timestamptz,
  expires_at: timestamptz,
  created_at: timestamptz,
}
export type SessionRow = Row<typeof columns>

const inserts = writeStatement(insertInto("sessions", columns))

/** What has proved the person besides their password, or instead of it. */
export type Proven = { hasSecondFactor?: boolean; passkey?: string }

/** Begins a session of the caller. Its token is returned here and stored only as a hash. Its times are real time, also in a sandbox. */
export function insertSession(
  ctx: Context,
  { epoch, userAgent, hasSecondFactor = false, passkey }: Proven & { epoch: number; userAgent: string },
): { row: SessionRow; token: string } {
  const now = databaseClock.now()
  const token = tokenOf(ctx.tenant.id, randomText(32))
  const row: SessionRow = {
    tenant_id: ctx.tenant.id,
    id: newId(now),
    hash: sha256(token),
    user_id: ctx.caller.user,
    epoch,
    address: ctx.origin.address,
    user_agent: userAgent.slice(0, 300),
    second_factor: hasSecondFactor,
    passkey_id: passkey ?? null,
    confirmed_at: now,
    last_used_at: now,
    expires_at: new Date(now.getTime() + lifetimeMs),
    created_at: now,
  }
  ctx.write({ statement: inserts, row })
  audit(ctx, { action: "sessions.create", kind: "sessions", id: row.id, after: audited(row) })
  return { row, token }
}

/** The sessions of a person in this tenant that have not ended. `epoch` is that of the person's account. */
export async function listSessions(ctx: Context, list: ListQuery, person: { user: string; epoch: number }): Promise<Page<Session>> {
  const own = narrow(narrow(list, "user_id", person.user), "epoch", person.epoch)
  const now = databaseClock.now()
  const where: ListQuery["where"] = [
    ...own.where,
    { field: "expires_at", column: "expires_at", operator: "gt", values: [now] },
    { field: "last_used_at", column: "last_used_at", operator: "gt", values: [new Date(now.getTime() - idleMs)] },
  ]
  const { data, ...rest } = await queryPage<SessionRow>(ctx, { from: "sessions" }, { ...list, where })
  return { data: data.map(row => renderSession(row, ctx.caller.session?.id)), ...rest }
}

/** One of the caller's own sessions; `current` is that of this request. Another person's session gives the same 404 as an unknown one. */
export async function readOwnSession(ctx: Context, reference: string): Promise<SessionRow> {
  return assertFound(await findOwnSession(ctx, reference), reference)
}

/** A session of a colleague. That of somebody else gives the same 404 as an unknown one. */
export const readSessionOf = async (ctx: Context, user: string, reference: string): Promise<SessionRow> =>
  assertFound(await findSessionOf(ctx, user, reference), reference)

function assertFound(row: SessionRow | undefined, reference: string): SessionRow {
  if (!row) throw generalProblem("GEN-1004", { kind: "session", reference })
  return row
}

const findOwnSession = (ctx: Context, reference: string) =>
  findSessionOf(ctx, ctx.caller.user, reference === "current" ? ctx.caller.session?.id : reference)

async function findSessionOf({ tenant }: Context, user: string, id: string | undefined): Promise<SessionRow | undefined> {
  const [row] = await query<SessionRow>(
    [tenant.id],
    sql`select * from sessions where tenant_id = ${tenant.id} and id = ${id} and user_id = ${user}`,
  )
  return row
}

const deletes = writeStatement(`
  delete from sessions s using jsonb_to_recordset($1) as r(tenant_id text, id text) where s.tenant_id = r.tenant_id and s.id = r.id`)

export function endSession(ctx: Context, row: SessionRow) {
  ctx.write({ statement: deletes, row: { tenant_id: row.tenant_id, id: row.id } })
  audit(ctx, { action: "sessions.end", kind: "sessions", id: row.id, before: audited(row) })
}

const deletesOfUser = writeStatement(`
  delete from sessions s using jsonb_to_recordset($1) as r(tenant_id text, user_id text, keep text)
  where s.tenant_id = r.tenant_id and s.user_id = r.user_id and s.id is distinct from r.keep`)

/** Ends the sessions of a user in this tenant, except one. */
export function endSessionsOf(ctx: Context, user: string, keep?: string) {
  ctx.write({ statement: deletesOfUser, row: { tenant_id: ctx.tenant.id, user_id: user, keep } })
}

const deletesOfOthers = writeStatement(`
  delete from sessions s using jsonb_to_recordset($1) as r(tenant_id text, person text, keep text)
  where s.tenant_id = r.tenant_id and s.user_id <> r.person and s.id is distinct from r.keep`)

/** Ends the sessions of everybody in this tenant but one person, and keeps the one of this request. */
export function endOtherSessions({ tenant, caller, write }: Context, person: string) {
  write({ statement: deletesOfOthers, row: { tenant_id: tenant.id, person, keep: caller.session?.id } })
}

const deletesOfPasskey = writeStatement(`
  delete from sessions s using jsonb_to_recordset($1) as r(tenant_id text, passkey_id text, keep text)
  where s.tenant_id = r.tenant_id and s.passkey_id = r.passkey_id and s.id <> r.keep`)
const unproven = writeStatement(`
  update sessions s set second_factor = false, passkey_id = null
  from jsonb_to_recordset($1) as r(tenant_id text, passkey_id text, keep text)
  where s.tenant_id = r.tenant_id and s.id = r.keep and s.passkey_id = r.passkey_id`)

/** Ends the sessions that a passkey has proved. The one of this request stays, and lacks what the passkey proved. */
export function endSessionsOfPasskey({ tenant, write }: Context, passkey_id: string, keep: string) {
  const row = { tenant_id: tenant.id, passkey_id, keep }
  write({ statement: deletesOfPasskey, row })
  write({ statement: unproven, row })
}

const proofs = writeStatement(`
  update sessions s set second_factor = true, passkey_id = r.passkey_id
  from jsonb_to_recordset($1) as r(tenant_id text, id text, passkey_id text) where s.tenant_id = r.tenant_id and s.id = r.id`)

/** The person has just proved this passkey in the session. */
export const proveSession = ({ tenant, write }: Context, id: string, passkey_id: string) =>
  write({ statement: proofs, row: { tenant_id: tenant.id, id, passkey_id } })

const rotations = writeStatement(`
  update sessions s set hash = r.hash, epoch = r.epoch, confirmed_at = r.confirmed_at,
    second_factor = s.second_factor or r.passkey_id is not null, passkey_id = coalesce(r.passkey_id, s.passkey_id)
  from jsonb_to_recordset($1) as r(tenant_id text, id text, hash text, epoch int, confirmed_at timestamptz, passkey_id text)
  where s.tenant_id = r.tenant_id and s.id = r.id`)

/**
 * The person has just proved their identity: the session gets a new token, and the old one stops working. Their account is locked. Of two
 * concurrent requests the second is refused, because its browser already has the token of the first.
 */
export async function confirmSession(
  ctx: Context,
  account: { epoch: number },
  { passkey }: Pick<Proven, "passkey"> = {},
): Promise<{ row: SessionRow; token: string }> {
  const { tenant, caller, write } = ctx
  const current = await findOwnSession(ctx, "current")
  if (!current || current.hash !== caller.session?.hash) throw generalProblem("AUT-1005")
  const token = tokenOf(tenant.id, randomText(32))
  const passkey_id = passkey ?? current.passkey_id
  const row = { ...current, hash: sha256(token), epoch: account.epoch, confirmed_at: databaseClock.now(), passkey_id }
  const { id, hash, epoch, confirmed_at } = row
  write({ statement: rotations, row: { tenant_id: tenant.id, id, hash, epoch, confirmed_at, passkey_id: passkey } })
  return { row, token }
}

const epochs = writeStatement(`
  update sessions s set epoch = r.epoch from jsonb_to_recordset($1) as r(tenant_id text, id text, epoch int)
  where s.tenant_id = r.tenant_id and s.id = r.id`)

/** Moves this session to the new epoch, which ends the person's other sessions. */
export function keepSession({ tenant, write }: Context, { id }: { id: string }, { epoch }: { epoch: number }) {
  write({ statement: epochs, row: { tenant_id: tenant.id, id, epoch } })
}

export const deleteExpiredSessions = () => deleteExpired("sessions", ["tenant_id", "id"])

export function renderSession(row: SessionRow, current: string | undefined): Session {
  return {
    _id: row.id,
    user: row.user_id,
    current: row.id === current,
    address: row.address,
    userAgent: row.user_agent,
    passkey: row.passkey_id,
    confirmedAt: isoTime(row.confirmed_at),
    lastUsedAt: isoTime(row.last_used_at),
    expiresAt: isoTime(row.expires_at),
    createdAt: isoTime(row.created_at),
  }
}

const audited = ({ user_id: user, address, user_agent: userAgent, passkey_id: passkey }: SessionRow) => ({
  user,
  address,
  userAgent,
  ...(passkey && { passkey }),
})
