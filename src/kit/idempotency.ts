import { sha256 } from "./crypto.ts"
import { refused } from "./db.ts"
import { Problem } from "./problem.ts"
import { appendOnly } from "./table.ts"
import { way, type Write } from "./writes.ts"

/** Spec: a key dies 24 hours after first use; so does what an agent's write is known by. */
const keyLivesS = 24 * 60 * 60

export type Stored = { fingerprint: string; status: number; body: string; alive: boolean }
/** What a request is known by, what it asked, and for how long its answer is kept; without `livesS` for the tenant's keyless window. */
export type Claim = { key: string; fingerprint: string; livesS?: number }

/** By its key where it has one, else by itself: the same caller, route and bytes. */
export function claimFor({
  route,
  body,
  key,
  credential,
}: {
  route: string
  body: Buffer | string
  key: string | undefined
  credential: string
}): Claim {
  const fingerprint = sha256(Buffer.concat([Buffer.from(`${route}\n`), Buffer.from(body)]))
  if (key !== undefined) return { key: `key ${key}`, fingerprint, livesS: keyLivesS }
  return { key: `request ${sha256(`${credential}\n${fingerprint}`)}`, fingerprint }
}

/** An agent's write is known by its credential, its tool and its input; a key of its own asks for a deliberate second one. */
export function claimForTool({
  tool,
  input,
  key,
  credential,
}: {
  tool: string
  input: unknown
  key: string | undefined
  credential: string
}): Claim {
  const fingerprint = sha256(`${tool}\n${canonical(input)}`)
  return { key: `tool ${sha256([credential, tool, key ?? fingerprint].join("\n"))}`, fingerprint, livesS: keyLivesS }
}

/** The same input, whatever the order of its keys. */
function canonical(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(canonical).join()}]`
  if (value === null || typeof value !== "object") return JSON.stringify(value) ?? "null"
  const entries = Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1))
  return `{${entries.map(([key, each]) => `${JSON.stringify(key)}:${canonical(each)}`).join()}}`
}

export function assertWellFormed(key: string | undefined) {
  if (key !== undefined && (key.length < 1 || key.length > 256)) throw new Problem("IDM-1001")
}

/** Goes first, so that the dead key makes room before the new one comes. It looks again: only a dead one goes. */
const sweep = way(
  `delete from idempotency_keys t using jsonb_to_recordset($1) as r(tenant_id text, key text, now timestamptz)
   where t.tenant_id = r.tenant_id and t.key = r.key and t.dies_at <= r.now`,
  { first: true },
)

/** The answer, in its final form, beside its effect. A plain insert: a key that somebody else just took refuses the whole set. */
const keys = appendOnly("idempotency_keys", {
  tenant_id: "text",
  key: "text",
  fingerprint: "text",
  status: "int",
  body: "text",
  created_at: "timestamptz",
  dies_at: "timestamptz",
})

export function remember(claim: Claim & { livesS: number }, dead: boolean, { tenant, now, status, body }: Remembered): Write[] {
  const { key, fingerprint, livesS } = claim
  const dies_at = new Date(now.getTime() + livesS * 1000)
  return [
    ...(dead ? [{ way: sweep, row: { tenant_id: tenant, key, now } }] : []),
    keys.insert({ tenant_id: tenant, key, fingerprint, status, body, created_at: now, dies_at }),
  ]
}
type Remembered = { tenant: string; now: Date; status: number; body: string }

export const taken = (error: unknown) => refused(error) && error.constraint === "idempotency_keys_pkey"
