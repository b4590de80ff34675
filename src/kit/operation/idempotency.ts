import { appendOnly } from "../db/append-only.ts"
import { batchedLookupAcrossTenants } from "../db/batched-lookup.ts"
import { int, nullable, text, timestamptz } from "../db/columns.ts"
import type { Context } from "../db/context.ts"
import { deleteExpired } from "../db/delete-expired.ts"
import { allTenants, query, sql } from "../db/query.ts"
import { writeStatement } from "../db/statements.ts"
import { generalProblem } from "../pure/errors.ts"
import { canonicalJson } from "../pure/json.ts"
import { isOutdated, keyedHashes, seal, sha256, unseal } from "../service/crypto.ts"

/** Spec: a key is valid for 24 hours after its first use. */
const keyTtlSeconds = 24 * 60 * 60

/** What is stored under a key: the response, or no response yet if the request has prepared an external call. */
export type StoredKey = { fingerprint: string; status: number | null; body: string | null; diesAt: Date }
/** What identifies a request, a hash of its content, and how long its response is kept; by default the tenant's keyless window. */
export type RequestKey = {
  key: string
  fingerprint: string
  ttlSeconds?: number
  /** Present if the response is sealed: the fingerprints of the request by older keys of SECRET_KEY. */
  sealed?: { fingerprints: readonly string[] }
}

/** Identifies a request by its Idempotency-Key if it has one, else by its credential, route and bytes. */
export function requestKeyOf({ route, body, key, credential }: RestRequest): RequestKey {
  const fingerprint = sha256(Buffer.concat([Buffer.from(`${route}\n`), Buffer.from(body)]))
  if (key !== undefined) return { key: `key ${key}`, fingerprint, ttlSeconds: keyTtlSeconds }
  return { key: `request ${sha256(`${credential}\n${fingerprint}`)}`, fingerprint }
}
type RestRequest = { route: string; body: Buffer | string; key: string | undefined; credential: string }

/** Identifies a tool call by credential, tool and input. An agent sends a key to repeat an equal call on purpose. */
export function toolRequestKeyOf({ tool, input, key, credential }: ToolCall): RequestKey {
  const fingerprint = sha256(`${tool}\n${canonicalJson(input)}`)
  return { key: `tool ${sha256([credential, tool, key ?? fingerprint].join("\n"))}`, fingerprint, ttlSeconds: keyTtlSeconds }
}
type ToolCall = { tool: string; input: unknown; key: string | undefined; credential: string }

/** Identifies a form of the payment page by the key that it was rendered with. One form pays one payment intent in one way. */
export function formRequestKeyOf({ intent, input, key }: FormRequest): RequestKey {
  return { key: `page ${key}`, fingerprint: sha256(`pay ${intent}\n${canonicalJson(input)}`), ttlSeconds: keyTtlSeconds }
}
type FormRequest = { intent: string; input: unknown; key: string }

/**
 * The key of a request whose body or response may have a secret, such as a password or a new API key. Only the same user gets the response
 * again; for other users of the tenant it is another request. Nobody who reads the table can guess a password from the hash of a body.
 */
export function sealedKeyOf(requestKey: RequestKey, user: string): RequestKey {
  const [fingerprint, ...fingerprints] = keyedHashes(`${user}\n${requestKey.fingerprint}`)
  return { ...requestKey, fingerprint, sealed: { fingerprints } }
}

/** The stored response as it was sent. Undefined if an earlier attempt was prepared and got no response: then this one continues it. */
export function storedResponse(tenant: string, { fingerprint, status, body }: StoredKey, requestKey: RequestKey) {
  const { key, sealed } = requestKey
  if (fingerprint !== requestKey.fingerprint && !sealed?.fingerprints.includes(fingerprint)) throw generalProblem("IDM-1002")
  if (status === null) return undefined
  if (body === null) throw new Error("the event with the data of a stored response is missing") // never runs the request again
  return { status, body: sealed ? unseal(body, placeOf(tenant, key)) : body }
}

const placeOf = (tenant: string, key: string) => `idempotency_keys ${tenant} ${key} body`

export function assertValidKey(key: string | undefined) {
  if (key !== undefined && (key === "" || (key.length > 256 && characterCount(key) > 256))) throw generalProblem("IDM-1001")
}

/** An emoji is one character, and two units of a string. */
const characterCount = (text: string) => Array.from(text).length

/** The body of a response as SQL. It is stored, or made from the data of the request's own event. */
export const responseBody = (key: string, event: string) => `coalesce(${key}.body, '{"data":' || ${event}.data || '}')`

/** Looked up together with the credential, before the caller's tenant is known. The result is used only after the tenant is checked. */
export const findStoredKey = batchedLookupAcrossTenants<{ tenant_id: string; key: string }, StoredKey, StoredKey>(
  `
  select n, i.fingerprint, i.status, ${responseBody("i", "v")} as body, i.dies_at as "diesAt"
  from jsonb_to_recordset($1) as input(n int, tenant_id text, key text)
  cross join lateral (select * from idempotency_keys where tenant_id = input.tenant_id and key = input.key limit 1) i
  left join lateral (select data from published_events where tenant_id = i.tenant_id and id = i.event_id limit 1) v on true`,
  stored => stored,
)

/**
 * Runs first, to make room for the new row. It checks again that the key has expired, or that the row is this request's own without a
 * response. If two requests replace the same row, the second finds none, and its insert is rejected.
 */
const makesRoom = writeStatement(
  `delete from idempotency_keys t
   using jsonb_to_recordset($1) as r(tenant_id text, key text, fingerprint text, now timestamptz)
   where t.tenant_id = r.tenant_id and t.key = r.key
     and (t.dies_at <= r.now or (t.status is null and t.fingerprint = r.fingerprint))`,
  { first: true },
)

const keys = appendOnly("idempotency_keys", {
  tenant_id: text,
  key: text,
  fingerprint: text,
  status: nullable(int),
  body: nullable(text),
  event_id: nullable(text),
  created_at: timestamptz,
  dies_at: timestamptz,
})

/** A key in use by a running request. */
export type KeyInUse = RequestKey & {
  ttlSeconds: number
  /** Whether a row must be replaced: an expired one, or this request's own without a response. */
  replaces: boolean
  /** When the row without a response expires, if this request or an earlier attempt has written one. */
  keptUntil?: Date | undefined
}

/** The unit of work that writes the key. */
type UnitOfWork = Pick<Context, "now" | "write" | "published"> & { tenant: { id: string } }

/**
 * Writes the response, in its final form, in the commit of its effect. If another request took the key meanwhile, the insert rejects the
 * whole commit.
 */
export function storeResponse(ctx: UnitOfWork, key: KeyInUse, { status, body }: { status: number; body: string }) {
  const event_id = key.sealed ? undefined : ctx.published.get(dataOf(body))
  if (event_id !== undefined) insertKey(ctx, key, { status, body: null, event_id })
  else insertKey(ctx, key, { status, body: key.sealed ? seal(body, placeOf(ctx.tenant.id, key.key)) : body, event_id: null })
}

/** What a body has in its field `data`, as text; see `responseBody`. */
const dataOf = (body: string) => (body.startsWith('{"data":') ? body.slice('{"data":'.length, -1) : "")

/**
 * Reserves the key for this request, in the commit that prepares an external call. The row does not block a retry: a request with the same
 * bytes continues with what was prepared, and only other bytes are refused.
 */
export function keepKey(ctx: UnitOfWork, key: KeyInUse): KeyInUse {
  if (key.keptUntil) return key
  return { ...key, replaces: true, keptUntil: insertKey(ctx, key, { status: null, body: null, event_id: null }) }
}

/** Releases a reserved key, because its request had no effect. */
export function releaseKey({ tenant, now, write }: UnitOfWork, { key, fingerprint }: KeyInUse) {
  write({ statement: makesRoom, row: { tenant_id: tenant.id, key, fingerprint, now } })
}

function insertKey(ctx: UnitOfWork, keyInUse: KeyInUse, response: Pick<StoredKey, "status" | "body"> & { event_id: string | null }): Date {
  const { tenant, now, write } = ctx
  const { key, fingerprint, ttlSeconds, replaces, keptUntil } = keyInUse
  const dies_at = keptUntil ?? new Date(now.getTime() + ttlSeconds * 1000)
  if (replaces) releaseKey(ctx, keyInUse)
  write(keys.insert({ tenant_id: tenant.id, key, fingerprint, ...response, created_at: now, dies_at }))
  return dies_at
}

/** Reseals the responses that an older key of SECRET_KEY sealed. There are few: only those of sensitive requests of the last day. */
export async function resealResponses(): Promise<number> {
  const rows = await query<{ tenant_id: string; key: string; body: string }>(
    allTenants,
    sql`select tenant_id, key, body from idempotency_keys where body like 'v1.%'`,
  )
  const outdated = rows.filter(({ body }) => isOutdated(body))
  for (const { tenant_id, key, body } of outdated) {
    const place = placeOf(tenant_id, key)
    await query(
      [tenant_id],
      sql`
      update idempotency_keys set body = ${seal(unseal(body, place), place)}
      where tenant_id = ${tenant_id} and key = ${key} and body = ${body}`,
    )
  }
  return outdated.length
}

export const deleteExpiredKeys = () => deleteExpired("idempotency_keys", ["tenant_id", "key"], "dies_at")
