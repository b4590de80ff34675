import type { Context } from "../../kit/operation/context.ts"
import { generalProblem } from "../../kit/pure/errors.ts"
import type { Gateway } from "./gateway.ts"
import type { GatewayInfo } from "./schema.ts"
import { simulator } from "./simulator.ts"

/** The gateways of this installation, the default first. A real one is added here once its adapter passes conformance.ts. */
export const gateways: readonly Gateway[] = [simulator]

export const findGateway = (id: string) => gateways.find(gateway => gateway.id === id)

export async function readGateway(_ctx: Context, id: string): Promise<Gateway> {
  const gateway = findGateway(id)
  if (!gateway) throw generalProblem("GEN-1004", { kind: "gateway", reference: id })
  return gateway
}

export const renderGateway = ({ id, name, methods }: Gateway): GatewayInfo => ({
  gateway: id,
  name,
  currencies: [...new Set(methods.flatMap(({ currencies }) => currencies))].sort(),
  methods: methods.map(({ method, name, currencies, maxInstallments }) => ({ method, name, currencies, installments: maxInstallments })),
})
