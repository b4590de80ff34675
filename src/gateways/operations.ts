import { listing } from "../kit/operation.ts"
import { wholeList } from "../kit/page.ts"
import { currenciesOf, gateways } from "./registry.ts"
import { GatewayShown } from "./schema.ts"

export const gatewayOperations = [
  listing({
    route: "GET /v1/gateways",
    noun: "gateway",
    plural: "gateways",
    summary: "The gateways that charges can go through, with their methods and currencies",
    needs: "transactions.view",
    filters: {},
    item: GatewayShown,
    async run(_ctx, query) {
      const all = gateways.map(gateway => ({
        gateway: gateway.id,
        name: gateway.name,
        currencies: currenciesOf(gateway),
        methods: gateway.methods,
      }))
      return wholeList(all, query)
    },
  }),
]
