import { pageOf } from "../../kit/db/list-query.ts"
import { listing } from "../../kit/operation/operation.ts"
import { GatewayInfo } from "../gateways/schema.ts"
import { findGateways } from "./offered.ts"

/** Here and not with the gateways, because it lists what the tenant's connections offer. */
export const gatewayOperations = [
  listing({
    route: "GET /v1/gateways",
    noun: "gateway",
    plural: "gateways",
    summary: "The gateways that serve the tenant, with their methods and currencies; the simulator serves sandbox tenants only",
    needs: "transactions.view",
    filters: {},
    item: GatewayInfo,
    run: async (ctx, query) => pageOf(await findGateways(ctx), query),
  }),
]
