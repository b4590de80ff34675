import { query, sql } from "../../kit/db/query.ts"

/** The fields that the signature of a payment link covers. */
type LinkTarget = { id: string; number: string }
export type IntentKey = { id: string } | { number: string }

/** The payment intent that a link names, without its content, so that the time of the query does not reveal whether it exists. */
export async function findLinkTarget(tenant: string, key: IntentKey): Promise<LinkTarget | undefined> {
  const statement =
    "id" in key
      ? sql`select id, number from payment_intents where tenant_id = ${tenant} and id = ${key.id}`
      : sql`select id, number from payment_intents where tenant_id = ${tenant} and number = ${key.number}`
  const [target] = await query<LinkTarget>([tenant], statement)
  return target
}
