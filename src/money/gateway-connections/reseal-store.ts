import { allTenants, query, sql } from "../../kit/db/query.ts"
import { resealPaged } from "../../kit/db/secret-key-marker.ts"
import { asSystem } from "../../kit/operation/system.ts"
import { hasOutdatedSecret, sealedAgain } from "./secrets.ts"
import { type ConnectionRow, readConnectionForUpdate, touchConnection } from "./store.ts"

/** Seals the credentials that an older SECRET_KEY sealed, and returns how many connections it changed. */
export const resealConnections = (): Promise<number> => resealPaged({ findAfter, isOutdated: hasOutdatedSecret, reseal })

const findAfter = (tenant: string, id: string) =>
  query<Pick<ConnectionRow, "tenant_id" | "id" | "credentials" | "event_secrets">>(
    allTenants,
    sql`
    select tenant_id, id, credentials, event_secrets from gateway_connections
    where (tenant_id, id) > (${tenant}, ${id})
    order by tenant_id, id limit 1000`,
  )

const reseal = (tenant: string, id: string): Promise<number> =>
  asSystem(tenant, "seal gateway credentials", async ctx => {
    const row = await readConnectionForUpdate(ctx, id)
    if (!hasOutdatedSecret(row)) return 0
    touchConnection(ctx, row, sealedAgain(row))
    return 1
  })
