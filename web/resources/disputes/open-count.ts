import { useQuery } from "@tanstack/react-query"
import { call } from "../../client.ts"
import { usePermission } from "../../dashboard/session.tsx"

/** How many disputes wait for an answer from this business. */
export function useOpenDisputeCount(): number {
  const can = usePermission()
  const disputes = useQuery({
    queryKey: ["disputes", "count", "open"],
    queryFn: async () => (await call("GET /v1/disputes", { status: "needs-response", limit: 1 })).count,
    enabled: can("disputes.edit"),
  })
  return disputes.data ?? 0
}
