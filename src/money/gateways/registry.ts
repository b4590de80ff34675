import type { Context } from "../../kit/db/context.ts"
import type { Tenant } from "../../kit/pure/caller.ts"
import { generalProblem } from "../../kit/pure/errors.ts"
import { apiPix } from "./api-pix/provider.ts"
import { GatewayNotInstalled } from "./call.ts"
import { gatewayProblem } from "./errors.ts"
import type { BuiltInGateway, Gateway } from "./gateway.ts"
import { mercadoPago } from "./mercado-pago/provider.ts"
import type { Provider } from "./provider.ts"
import { simulator } from "./simulator.ts"
import { stripe } from "./stripe/stripe.ts"

/** The gateways of this installation, the default first. A real one is added here once its adapter passes test/conformance. */
export const gateways: readonly BuiltInGateway[] = [simulator]

/** The providers that tenants can connect to. */
export const providers: readonly Provider[] = [stripe, mercadoPago, apiPix]

export const findProvider = (id: string) => providers.find(provider => provider.id === id)

/** The gateways that a tenant of this mode may use. */
export const gatewaysFor = ({ mode }: Pick<Tenant, "mode">) => gateways.filter(({ modes }) => modes.includes(mode))

/** Finds a gateway by its id, whichever tenants it serves: objects that began at a gateway must also end there. */
export const findGateway = (id: string) => gateways.find(gateway => gateway.id === id)

/** Like `findGateway`, for work that can't go on without the gateway. */
export function installedGateway(id: string | null): Gateway {
  const gateway = findGateway(id ?? "")
  if (!gateway) throw new GatewayNotInstalled(`the gateway ${id} is not installed`)
  return gateway
}

/** A gateway that the tenant may use. */
export async function readGateway({ tenant }: Pick<Context, "tenant">, id: string): Promise<Gateway> {
  const gateway = findGateway(id)
  if (!gateway) throw generalProblem("GEN-1004", { kind: "gateway", reference: id })
  assertServes(gateway, tenant)
  return gateway
}

export function assertServes({ name, modes }: Gateway, { mode }: Pick<Tenant, "mode">) {
  if (!modes.includes(mode)) throw gatewayProblem("GTW-1004", { gateway: name, modes: modes.join(" and "), mode })
}
