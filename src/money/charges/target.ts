import type { Context } from "../../kit/db/context.ts"
import { generalProblem } from "../../kit/pure/errors.ts"
import { chooseConnection } from "../gateway-connections/choose.ts"
import { gatewayOf } from "../gateway-connections/open.ts"
import type { Gateway } from "../gateways/gateway.ts"
import { findProvider, readGateway } from "../gateways/registry.ts"

/** What a charge names: the simulator, or a provider that the tenant may have connected. */
export type ChargeTarget = { id: string; isProvider: boolean }

export async function readTarget(ctx: Pick<Context, "tenant">, id: string): Promise<ChargeTarget> {
  const provider = findProvider(id)
  if (provider) return { id, isProvider: true }
  return { id: (await readGateway(ctx, id)).id, isProvider: false }
}

type Wanted = { method: string; currency: string; connection?: string | undefined }

/** The gateway that a new charge goes through, and the connection that serves it. */
export async function openTarget(ctx: Context, { id, isProvider }: ChargeTarget, wanted: Wanted): Promise<Opened> {
  if (!isProvider) {
    if (wanted.connection !== undefined) throw generalProblem("SMR-1001", { kind: "gateway connection", reference: wanted.connection })
    return { gateway: await readGateway(ctx, id), connection_id: null }
  }
  const connection = await chooseConnection(ctx, { gateway: id, ...wanted })
  return { gateway: gatewayOf(connection, ctx.tenant), connection_id: connection.id }
}

type Opened = { gateway: Gateway; connection_id: string | null }
