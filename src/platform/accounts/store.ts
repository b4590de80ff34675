import { bigint, insertInto, int, json, nullable, recordset, type Row, text, timestamptz } from "../../kit/db/columns.ts"
import type { Context } from "../../kit/db/context.ts"
import { databaseClock } from "../../kit/db/database-clock.ts"
import { allTenants, query, sql } from "../../kit/db/query.ts"
import { writeStatement } from "../../kit/db/statements.ts"
import { isOutdated, seal, unseal } from "../../kit/service/crypto.ts"
import { enrolmentMs } from "./rules.ts"

const columns = {
  tenant_id: text,
  user_id: text,
  password_hash: nullable(text),
  /** Grows with every new password, which ends the links that were mailed before it. */
  password_version: int,
  totp_secret: nullable(text),
  /** The secret of an enrolment that waits for its first code. */
  totp_pending: nullable(text),
  totp_pending_at: nullable(timestamptz),
  /** The last step of 30 seconds whose code was used: it and earlier ones are not accepted again. */
  totp_step: bigint,
  recovery_hashes: json<string[]>(),
  /** Sessions and assistants that began in an earlier epoch have ended. */
  epoch: int,
  /** The networks that the person has signed in from. Strangers who guess from elsewhere can't lock them. */
  networks: json<string[]>(),
}
export type AccountRow = Row<typeof columns>

const inserts = writeStatement(insertInto("accounts", columns))
export const noEnrolment = { totp_pending: null, totp_pending_at: null } satisfies Partial<AccountRow>
const assignments = Object.keys(columns)
  .filter(column => column !== "tenant_id" && column !== "user_id")
  .map(column => `${column} = r.${column}`)
const updates = writeStatement(`
  update accounts a set ${assignments.join(", ")} from ${recordset(columns)} where a.tenant_id = r.tenant_id and a.user_id = r.user_id`)

/** The account of a person who was just inserted. Without a password, the person chooses one by mail. */
export function insertAccount({ tenant, write }: Context, user_id: string, password_hash: string | null): AccountRow {
  const none = { totp_secret: null, ...noEnrolment, totp_step: 0, recovery_hashes: [], networks: [] }
  const row = { tenant_id: tenant.id, user_id, password_hash, password_version: 1, epoch: 1, ...none }
  write({ statement: inserts, row })
  return row
}

export async function findAccount({ tenant }: Pick<Context, "tenant">, user: string): Promise<AccountRow | undefined> {
  const [row] = await query<AccountRow>([tenant.id], sql`select * from accounts where tenant_id = ${tenant.id} and user_id = ${user}`)
  return row
}

/** Every sign-in, and every change of a password or second factor, locks this row, so that a code or a link works once. */
export async function lockAccount({ tenant, lock }: Context, user: string): Promise<AccountRow> {
  const row = await lock<AccountRow>(sql`select * from accounts where tenant_id = ${tenant.id} and user_id = ${user} for update`)
  if (!row) throw new Error("every person has an account")
  return row
}

/** The row must be locked. */
export function saveAccount({ write }: Context, before: AccountRow, change: Partial<AccountRow>): AccountRow {
  const row = { ...before, ...change }
  write({ statement: updates, row, id: `accounts ${row.tenant_id} ${row.user_id}` })
  return row
}

/** Deletes the secrets of enrolments that nobody confirmed in time, in batches of 1,000. Returns whether there was any. */
export async function deleteExpiredEnrolments(): Promise<boolean> {
  const rows = await query(
    allTenants,
    sql`
    update accounts a set totp_pending = null, totp_pending_at = null
    from (
      select tenant_id, user_id from accounts where totp_pending_at < ${databaseClock.now(-enrolmentMs)} limit 1000 for update skip locked
    ) old
    where a.tenant_id = old.tenant_id and a.user_id = old.user_id returning 1`,
  )
  return rows.length > 0
}

type Place = Pick<AccountRow, "tenant_id" | "user_id">
export const sealTotp = (secret: string, account: Place) => seal(secret, totpPlace(account))
export const unsealTotp = (sealed: string, account: Place) => unseal(sealed, totpPlace(account))
const totpPlace = ({ tenant_id, user_id }: Place) => `${tenant_id} ${user_id} totp`

/** Seals the secrets of second factors that an older SECRET_KEY sealed. */
export async function resealAccounts(): Promise<number> {
  const rows = await query<Secrets>(
    allTenants,
    sql`
    select tenant_id, user_id, totp_secret, totp_pending from accounts
    where totp_secret is not null or totp_pending is not null`,
  )
  const outdated = rows.filter(row => [row.totp_secret, row.totp_pending].some(sealed => sealed && isOutdated(sealed)))
  for (const row of outdated) {
    const { tenant_id, user_id, totp_secret, totp_pending } = row
    const again = (sealed: string | null) => sealed && sealTotp(unsealTotp(sealed, row), row)
    await query(
      [tenant_id],
      sql`
      update accounts set totp_secret = ${again(totp_secret)}, totp_pending = ${again(totp_pending)}
      where tenant_id = ${tenant_id} and user_id = ${user_id}
        and totp_secret is not distinct from ${totp_secret} and totp_pending is not distinct from ${totp_pending}`,
    )
  }
  return outdated.length
}
type Secrets = Pick<AccountRow, "tenant_id" | "user_id" | "totp_secret" | "totp_pending">
