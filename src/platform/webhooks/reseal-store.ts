import { allTenants, query, sql } from "../../kit/db/query.ts"
import { resealPaged } from "../../kit/db/secret-key-marker.ts"
import { asSystem } from "../../kit/operation/system.ts"
import { isOutdated } from "../../kit/service/crypto.ts"
import { findWebhook, readWebhookForUpdate, resealSecrets, type WebhookRow } from "./store.ts"

type SealedRow = Pick<WebhookRow, "tenant_id" | "id" | "secret" | "previous_secret" | "older_secrets">

/** Seals the secrets again that an older SECRET_KEY sealed, including replaced ones. Returns how many endpoints it changed. */
export const resealWebhooks = (): Promise<number> => resealPaged({ findAfter, isOutdated: hasOutdatedSecret, reseal })

const findAfter = (tenant: string, id: string) =>
  query<SealedRow>(
    allTenants,
    sql`
    select tenant_id, id, secret, previous_secret, older_secrets from webhook_endpoints
    where (tenant_id, id) > (${tenant}, ${id})
    order by tenant_id, id limit 1000`,
  )

const reseal = (tenant: string, id: string): Promise<number> =>
  asSystem(tenant, "seal webhook secrets", async ctx => {
    const found = await findWebhook(ctx, id)
    if (!found || !hasOutdatedSecret(found)) return 0 // it was deleted or changed meanwhile
    const row = await readWebhookForUpdate(ctx, id, found)
    resealSecrets(ctx, row)
    return 1
  })

const hasOutdatedSecret = ({ secret, previous_secret, older_secrets }: Omit<SealedRow, "tenant_id" | "id">) =>
  [secret, previous_secret ?? secret, ...older_secrets.map(older => older.secret)].some(isOutdated)
