import { appendOnly } from "../db/append-only.ts"
import { batchedLookupAcrossTenants } from "../db/batched-lookup.ts"
import { int, text, timestamptz } from "../db/columns.ts"
import { allTenants, isStatementError, query, sql } from "../db/query.ts"
import { type Write, writeStatement } from "../db/statements.ts"
import { generalProblem } from "../pure/errors.ts"
import { sha256 } from "../service/crypto.ts"

/** Spec: a key is valid for 24 hours after its first use. */
const keyTtlSeconds = 24 * 60 * 60

export type StoredResponse = { fingerprint: string; status: number; body: string; diesAt: Date }
/** What identifies a request, a hash of its content, and how long its response is kept; by default the tenant's keyless window. */
export type RequestKey = { key: string; fingerprint: string; ttlSeconds?: number }

/** Identified by its Idempotency-Key where it has one, else by its content: the same credential, route and bytes. */
export function requestKeyOf({ route, body, key, credential }: RestRequest): RequestKey {
  const fingerprint = sha256(Buffer.concat([Buffer.from(`${route}\n`), Buffer.from(body)]))
  if (key !== undefined) return { key: `key ${key}`, fingerprint, ttlSeconds: keyTtlSeconds }
  return { key: `request ${sha256(`${credential}\n${fingerprint}`)}`, fingerprint }
}
type RestRequest = { route: string; body: Buffer | string; key: string | undefined; credential: string }

/** A tool call is identified by credential, tool and input; a key of its own asks for a deliberate second one. */
export function toolRequestKeyOf({ tool, input, key, credential }: ToolCall): RequestKey {
  const fingerprint = sha256(`${tool}\n${canonicalJson(input)}`)
  return { key: `tool ${sha256([credential, tool, key ?? fingerprint].join("\n"))}`, fingerprint, ttlSeconds: keyTtlSeconds }
}
type ToolCall = { tool: string; input: unknown; key: string | undefined; credential: string }

/** JSON with sorted keys, so that their order does not matter. */
function canonicalJson(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(canonicalJson).join()}]`
  if (value === null || typeof value !== "object") return JSON.stringify(value) ?? "null"
  const entries = Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1))
  return `{${entries.map(([key, each]) => `${JSON.stringify(key)}:${canonicalJson(each)}`).join()}}`
}

export function assertValidKey(key: string | undefined) {
  if (key !== undefined && (key.length < 1 || key.length > 256)) throw generalProblem("IDM-1001")
}

/** Looked up beside the credential, before it is known whether the caller belongs to that tenant: used only once that is certain. */
export const findStoredResponse = batchedLookupAcrossTenants<{ tenant_id: string; key: string }, StoredResponse, StoredResponse>(
  `
  select n, i.fingerprint, i.status, i.body, i.dies_at as "diesAt"
  from jsonb_to_recordset($1) as input(n int, tenant_id text, key text)
  cross join lateral (select * from idempotency_keys where tenant_id = input.tenant_id and key = input.key limit 1) i`,
  stored => stored,
)

/** Runs first, to make room for the new row. Its condition is checked again: only an expired key is deleted. */
const deletesExpired = writeStatement(
  `delete from idempotency_keys t using jsonb_to_recordset($1) as r(tenant_id text, key text, now timestamptz)
   where t.tenant_id = r.tenant_id and t.key = r.key and t.dies_at <= r.now`,
  { first: true },
)

const keys = appendOnly("idempotency_keys", {
  tenant_id: text,
  key: text,
  fingerprint: text,
  status: int,
  body: text,
  created_at: timestamptz,
  dies_at: timestamptz,
})

type ToStore = { tenant: string; now: Date; status: number; body: string; replacesExpired: boolean }

/** Writes the response, in its final form, in the commit of its effect. A plain insert: a key taken meanwhile rejects the whole set. */
export function storeResponse(requestKey: RequestKey & { ttlSeconds: number }, response: ToStore): Write[] {
  const { key, fingerprint, ttlSeconds } = requestKey
  const { tenant, now, status, body, replacesExpired } = response
  const dies_at = new Date(now.getTime() + ttlSeconds * 1000)
  return [
    ...(replacesExpired ? [{ statement: deletesExpired, row: { tenant_id: tenant, key, now } }] : []),
    keys.insert({ tenant_id: tenant, key, fingerprint, status, body, created_at: now, dies_at }),
  ]
}

export const isKeyTaken = (error: unknown) => isStatementError(error) && (error.constraint ?? "").startsWith("idempotency_keys_pkey")

/** Deletes expired keys in batches of 1,000. Returns whether there were any. */
export async function deleteExpiredKeys(): Promise<boolean> {
  const rows = await query(
    allTenants,
    sql`
    delete from idempotency_keys k
    using (select tenant_id, key from idempotency_keys where dies_at <= now() limit 1000) expired
    where k.tenant_id = expired.tenant_id and k.key = expired.key returning 1`,
  )
  return rows.length > 0
}
