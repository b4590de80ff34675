import { useQuery } from "@tanstack/react-query"
import { call } from "../../client.ts"
import { usePermission } from "../../dashboard/session.tsx"
import { say } from "../../lib/words.ts"

/** The name of a gateway, instead of its id in the API. */
export function GatewayName({ gateway }: { gateway: string }) {
  const can = usePermission()
  const gateways = useQuery({
    queryKey: ["gateways"],
    queryFn: () => call("GET /v1/gateways", { limit: 100 }),
    enabled: can("transactions.view"),
    staleTime: Infinity,
  })
  return gateways.data?.data.find(each => each.gateway === gateway)?.name ?? say(gateway)
}
