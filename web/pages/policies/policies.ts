import { useQuery } from "@tanstack/react-query"
import { call } from "../../client.ts"
import type { EntityType } from "../approvals/request.ts"
import type { Policy, TypeConditions } from "./policy.ts"

export const usePolicies = () =>
  useQuery({
    queryKey: ["approvals/policies", "list"],
    queryFn: async () => {
      const page = await call("GET /v1/approvals/policies", { limit: 100 })
      return (page.data as object as { policies: Policy[] }).policies.toSorted((a, b) => b.priority - a.priority)
    },
  })

/** The conditions that a policy of each type may have, from the service; undefined until they are read. */
export function useTypeConditions(): (type: EntityType) => TypeConditions | undefined {
  const { data } = useQuery({
    queryKey: ["approvals/conditions"],
    queryFn: () => call("GET /v1/approvals/conditions", {}),
    staleTime: Infinity,
  })
  return type => data?.find(({ entityType }) => entityType === type)
}
