import { isOnlyCell } from "../../kit/db/cells.ts"
import { findInEveryCell } from "../../kit/db/every-cell.ts"
import { deleteExpired } from "../../kit/db/delete-expired.ts"
import { inCellOf } from "../../kit/db/tenant-moves.ts"
import { allTenants, query, sql } from "../../kit/db/query.ts"
import { type TenantKey, refreshGraceSeconds, reuseWindowSeconds } from "./rules.ts"

export type TokenKind = "access" | "refresh" | "code"
type Payload = Record<string, unknown>
/** What a token says about itself: its tenant, and nothing if it is of an earlier version. */
type TokenKey = { tenant: string; hash: string }

/** A code or token as it is stored. `isConsumed`: it was exchanged or replaced, and its grace period is over. */
type StoredToken = { assistant: TenantKey; payload: Payload; isConsumed: boolean }

type NewToken = { kind: TokenKind; hash: string; assistant: TenantKey; payload: Payload; expiresInSeconds: number }

export async function saveToken({ kind, hash, assistant: { tenant, id }, payload, expiresInSeconds }: NewToken) {
  await query(
    [tenant],
    sql`
    insert into assistant_tokens (tenant_id, hash, kind, assistant_id, payload, created_at, expires_at)
    values (${tenant}, ${hash}, ${kind}, ${id}, ${payload}, now(), now() + ${expiresInSeconds} * interval '1 second')
    on conflict (tenant_id, hash) do update set payload = excluded.payload, expires_at = excluded.expires_at`,
  )
}

/** A token of an earlier version names no tenant. All such tenants were at home, but some may have been moved since. */
export async function tenantOfToken({ tenant, hash }: TokenKey): Promise<string> {
  if (tenant !== "" || isOnlyCell()) return tenant
  const rows = await findInEveryCell(() =>
    query<{ tenant_id: string }>(allTenants, sql`select tenant_id from assistant_tokens where hash = ${hash}`),
  )
  return rows[0]?.tenant_id ?? ""
}

/** Finds a token by its hash alone, over all tenants of the cell, because tokens of earlier versions do not name their tenant. */
export async function findToken(kind: TokenKind, key: TokenKey): Promise<StoredToken | undefined> {
  const grace = kind === "refresh" ? refreshGraceSeconds : 0
  const [row] = await inCellOf(await tenantOfToken(key), () =>
    query<{ tenant_id: string; assistant_id: string; payload: Payload; is_consumed: boolean }>(
      allTenants,
      sql`
      select tenant_id, assistant_id, payload,
        coalesce(consumed_at + ${grace} * interval '1 second' < now(), false) as is_consumed
      from assistant_tokens where hash = ${key.hash} and kind = ${kind} and expires_at > now()`,
    ),
  )
  return row && { assistant: { tenant: row.tenant_id, id: row.assistant_id }, payload: row.payload, isConsumed: row.is_consumed }
}

/**
 * Marks a code as exchanged or a refresh token as replaced, and returns whether this was the first to do so: of two that use a code at the
 * same time, one is refused. A replaced refresh token is remembered for a while, so that its reuse is noticed.
 */
export async function consumeToken(kind: TokenKind, key: TokenKey): Promise<boolean> {
  const rows = await inCellOf(await tenantOfToken(key), () =>
    query(
      allTenants,
      sql`
      update assistant_tokens t
      set consumed_at = now(), expires_at = least(t.expires_at, now() + ${reuseWindowSeconds} * interval '1 second')
      from (select tenant_id, hash from assistant_tokens where hash = ${key.hash}) found
      where t.tenant_id = found.tenant_id and t.hash = found.hash and t.kind = ${kind} and t.consumed_at is null
      returning 1`,
    ),
  )
  return rows.length > 0
}

export async function deleteToken(kind: TokenKind, key: TokenKey) {
  await inCellOf(await tenantOfToken(key), () =>
    query(
      allTenants,
      sql`
      delete from assistant_tokens t using (select tenant_id, hash from assistant_tokens where hash = ${key.hash}) found
      where t.tenant_id = found.tenant_id and t.hash = found.hash and t.kind = ${kind}`,
    ),
  )
}

/** Deletes expired codes and tokens. */
export const deleteExpiredTokens = () => deleteExpired("assistant_tokens", ["tenant_id", "hash"])
