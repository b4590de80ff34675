import { pageOf } from "../../kit/db/list-query.ts"
import { listing } from "../../kit/operation/operation.ts"
import { gatewaysFor, renderGateway } from "./registry.ts"
import { GatewayInfo } from "./schema.ts"

export const gatewayOperations = [
  listing({
    route: "GET /v1/gateways",
    noun: "gateway",
    plural: "gateways",
    summary: "The gateways that serve the tenant, with their methods and currencies; the simulator serves sandbox tenants only",
    needs: "transactions.view",
    filters: {},
    item: GatewayInfo,
    run: async ({ tenant }, query) => pageOf(gatewaysFor(tenant).map(renderGateway), query),
  }),
]
