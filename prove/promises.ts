import type { Json, Promised } from "./client.ts"
import type { Database } from "./sql.ts"

export type Kept = { accepted: number; lost: string[]; doubled: string[]; differing: string[] }

/** Where the objects are that a create returns. */
const tables: Record<string, string> = {
  "/v1/contacts/create": "contacts",
  "/v1/payment-intents/create": "payment_intents",
  "/v1/transactions/create": "transactions",
  "/v1/gateways/simulator/charges/create": "transactions",
  "/v1/refund-intents/create": "refund_intents",
  "/v1/payouts/create": "payouts",
  "/v1/payment-splits/create": "payment_splits",
  "/v1/simulations/bank-transfers/create": "bank_transfers",
}

/**
 * Compares what the service has answered with what is stored: each accepted write must be there, once, as it was answered. An object may
 * have been changed or deleted since; its events tell.
 */
export async function checkPromises(database: Database, promises: readonly Promised[]): Promise<Kept> {
  const accepted = promises.filter(({ status }) => status < 300)
  const { rows } = await database.query<{ object_id: string; sequence: string; event: string; data: string }>(
    "select object_id, sequence, event, data from published_events",
  )
  const events = Map.groupBy(rows, ({ object_id }) => object_id)
  const { rows: audited } = await database.query<{ object_id: string }>("select distinct object_id from audit_entries")
  const known = new Set(audited.map(({ object_id }) => object_id))
  const [lost, differing]: string[][] = [[], []]
  for (const { path, text } of accepted) {
    const { _id: id, version } = (JSON.parse(text) as { data: Json }).data
    if (id === undefined || version === undefined) continue
    if (!known.has(id)) lost!.push(`${path} was answered with ${id}, which the audit log does not know`)
    if (!events.has(id)) continue // policies, keys and endpoints have no events
    const told = (events.get(id) ?? []).find(event => Number(event.sequence) === version && !event.event.endsWith(".delete"))
    if (!told) lost!.push(`${path} was answered with version ${version} of ${id}, which no event has`)
    else if (path in tables && !isSame(JSON.parse(text).data, JSON.parse(told.data)))
      differing!.push(`${path} was answered with ${text}, but the event has ${told.data}`)
  }
  return { accepted: accepted.length, lost: lost!, doubled: await findDoubled(database, accepted), differing: differing! }
}

/** Each create had a key of its own, so there are not more objects than accepted creates. */
async function findDoubled(database: Database, accepted: readonly Promised[]): Promise<string[]> {
  const ids = new Map<string, string[]>()
  for (const { path, key, text } of accepted) {
    if (!(path in tables)) continue
    const id = JSON.parse(text).data._id as string
    ids.set(id, [...(ids.get(id) ?? []), key])
  }
  const shared = [...ids].filter(([, keys]) => keys.length > 1).map(([id]) => `${id} is the answer under two keys`)
  const { rows } = await database.query<{ tenant_id: string; reference: string; n: string }>(
    `select tenant_id, reference, count(*) as n from payment_intents where plan_id is null and reference is not null
     group by tenant_id, reference having count(*) > 1`,
  )
  return [...shared, ...rows.map(({ reference, n }) => `${n} intents have the reference ${reference}`)]
}

const isSame = (one: unknown, other: unknown) => JSON.stringify(one) === JSON.stringify(other)
