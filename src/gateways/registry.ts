import type { Context } from "../kit/context.ts"
import { Problem } from "../kit/problem.ts"
import type { Gateway } from "./gateway.ts"
import { simulator } from "./simulator.ts"

/** The gateways of this installation, the default first. A real one is added here once its adapter passes the conformance suite. */
export const gateways: readonly Gateway[] = [simulator]

export const findGateway = (id: string) => gateways.find(gateway => gateway.id === id)

export async function readGateway(_ctx: Context, id: string): Promise<Gateway> {
  const gateway = findGateway(id)
  if (!gateway) throw new Problem("GEN-1004", { kind: "gateway", reference: id })
  return gateway
}

export const currenciesOf = ({ methods }: Gateway) => [...new Set(methods.flatMap(method => method.currencies))].sort()
