import type { Context } from "../../kit/db/context.ts"
import { gatewayProblem } from "../gateways/errors.ts"
import { findProvider } from "../gateways/registry.ts"
import { findOrders } from "./order-store.ts"
import { assertStatus, offers, servingOf } from "./rules.ts"
import { type ConnectionRow, findConnections, readConnectionForUpdate, resolveConnection, touchConnection } from "./store.ts"

type Wanted = { gateway: string; method: string; currency: string; connection?: string | undefined }

/**
 * The connection that a new charge goes through: the named one, or the one that serves the method and the currency. It is still active when
 * the charge commits: one that is paused meanwhile makes this run again.
 */
export async function chooseConnection(ctx: Context, wanted: Wanted): Promise<ConnectionRow> {
  const { gateway, method, currency, connection } = wanted
  const chosen =
    connection === undefined
      ? await findServing(ctx, method, currency, row => row.gateway === gateway)
      : await resolveConnection(ctx, connection)
  if (!chosen || chosen.gateway !== gateway || !offers(chosen.methods, method, currency))
    throw gatewayProblem("GTW-1009", { gateway: findProvider(gateway)?.name ?? gateway, method, currency })
  const row = await readConnectionForUpdate(ctx, chosen.id, chosen)
  assertStatus(row, "charged", "active")
  touchConnection(ctx, row)
  return row
}

/** The active connection that serves a method and a currency, of those that `isMatch` allows. */
export async function findServing(
  { tenant }: { tenant: Pick<Context["tenant"], "id"> },
  method: string,
  currency: string,
  isMatch: (row: ConnectionRow) => boolean,
): Promise<ConnectionRow | undefined> {
  const [connections, orders] = await Promise.all([findConnections({ tenant }), findOrders({ tenant })])
  return servingOf(connections.filter(isMatch), orders, { method, currency })
}
