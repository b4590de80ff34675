import { appendOnly } from "../../kit/db/append-only.ts"
import { int, type Row, text, timestamptz } from "../../kit/db/columns.ts"
import type { Context } from "../../kit/db/context.ts"
import { databaseClock } from "../../kit/db/database-clock.ts"
import { deleteExpired } from "../../kit/db/delete-expired.ts"
import { query, sql } from "../../kit/db/query.ts"
import { randomText, sha256 } from "../../kit/service/crypto.ts"
import type { AccountRow } from "../accounts/store.ts"
import { parseToken, tokenOf } from "../sessions/rules.ts"

const columns = {
  tenant_id: text,
  hash: text,
  user_id: text,
  /** The account's version when the link was mailed. A new password ends all earlier links. */
  password_version: int,
  expires_at: timestamptz,
  created_at: timestamptz,
}
type TokenRow = Row<typeof columns>
const tokens = appendOnly("password_tokens", columns)

/**
 * Inserts a token that sets the password of a user once. It is returned here for a mail, and stored only as a hash. Its times are real
 * time.
 */
export function insertToken({ tenant, write }: Context, { user_id, password_version }: AccountRow, lifetimeMs: number): string {
  const now = databaseClock.now()
  const token = tokenOf(tenant.id, randomText(32))
  const expires_at = new Date(now.getTime() + lifetimeMs)
  write(tokens.insert({ tenant_id: tenant.id, hash: sha256(token), user_id, password_version, expires_at, created_at: now }))
  return token
}

/** Counts the links of a user that still work. */
export async function countOpenTokens({ tenant }: Context, { user_id, password_version }: AccountRow): Promise<number> {
  const [row] = await query<{ n: number }>(
    [tenant.id],
    sql`
    select count(*)::int as n from password_tokens
    where tenant_id = ${tenant.id} and user_id = ${user_id} and password_version = ${password_version}
      and expires_at > ${databaseClock.now()}`,
  )
  return row!.n
}

export async function findToken(token: string): Promise<(TokenRow & { email_key: string }) | undefined> {
  const parsed = parseToken(token)
  if (!parsed) return undefined
  const { tenant } = parsed
  const [row] = await query<TokenRow & { email_key: string }>(
    [tenant],
    sql`
    select p.*, u.email_key from password_tokens p join users u on u.tenant_id = p.tenant_id and u.id = p.user_id
    where p.tenant_id = ${tenant} and p.hash = ${sha256(token)} and p.expires_at > ${databaseClock.now()} and u.active`,
  )
  return row
}

export const deleteExpiredTokens = () => deleteExpired("password_tokens", ["tenant_id", "hash"])
