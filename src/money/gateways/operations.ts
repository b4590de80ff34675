import { pageOf } from "../../kit/db/list-query.ts"
import { listing } from "../../kit/operation/operation.ts"
import { gateways, renderGateway } from "./registry.ts"
import { GatewayInfo } from "./schema.ts"

export const gatewayOperations = [
  listing({
    route: "GET /v1/gateways",
    noun: "gateway",
    plural: "gateways",
    summary: "The gateways that can charge payers, with their methods and currencies",
    needs: "transactions.view",
    filters: {},
    item: GatewayInfo,
    run: async (_ctx, query) => pageOf(gateways.map(renderGateway), query),
  }),
]
