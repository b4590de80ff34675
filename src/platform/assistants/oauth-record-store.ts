import { deleteExpired } from "../../kit/db/delete-expired.ts"
import { installation, query, sql } from "../../kit/db/query.ts"
import { isStorable } from "../../kit/pure/input.ts"

/** What the authorization server stores for the installation, because before the sign-in the tenant is unknown. */
export type RecordModel = "Client" | "Interaction" | "ReplayDetection"
type Payload = Record<string, unknown>

export async function saveRecord(model: RecordModel, id: string, payload: Payload, expiresInSeconds: number) {
  await query(
    installation,
    sql`
    insert into oauth_records (model, id, payload, created_at, expires_at)
    values (${model}, ${id}, ${payload}, now(), now() + ${expiresInSeconds} * interval '1 second')
    on conflict (model, id) do update set payload = excluded.payload, expires_at = excluded.expires_at`,
  )
}

export async function findRecord(model: RecordModel, id: string): Promise<Payload | undefined> {
  if (!isStorable(id)) return undefined
  const [row] = await query<{ payload: Payload }>(
    installation,
    sql`
    select payload from oauth_records where model = ${model} and id = ${id} and (expires_at is null or expires_at > now())`,
  )
  return row?.payload
}

/** A client is kept for good once somebody has connected it. */
export async function keepClient(id: string) {
  await query(
    installation,
    sql`update oauth_records set expires_at = null where model = 'Client' and id = ${id} and expires_at is not null`,
  )
}

/** Whether somebody has connected a client that registered itself. */
export async function isConnectedClient(id: string): Promise<boolean> {
  const rows = await query(installation, sql`select 1 from oauth_records where model = 'Client' and id = ${id} and expires_at is null`)
  return rows.length > 0
}

export async function deleteRecord(model: RecordModel, id: string) {
  await query(installation, sql`delete from oauth_records where model = ${model} and id = ${id}`)
}

/** Deletes expired authorization requests, and clients that nobody connected. */
export const deleteExpiredRecords = () => deleteExpired("oauth_records", ["model", "id"])
