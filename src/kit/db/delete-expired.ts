import { allTenants, query } from "./query.ts"

/** Deletes rows that have expired by the database's clock, in batches of 1,000. Returns whether there were any. */
export async function deleteExpired(table: string, key: [string, string], expiresAt = "expires_at"): Promise<boolean> {
  const [first, second] = key
  const text = `
    delete from ${table} t
    using (select ${first}, ${second} from ${table} where ${expiresAt} <= now() limit 1000) expired
    where t.${first} = expired.${first} and t.${second} = expired.${second} returning 1`
  return (await query(allTenants, { name: "", text, values: [] })).length > 0
}
