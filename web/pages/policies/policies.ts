import { useQuery } from "@tanstack/react-query"
import { call } from "../../client.ts"
import type { Policy } from "./policy.ts"

export const usePolicies = () =>
  useQuery({
    queryKey: ["approvals/policies", "list"],
    queryFn: async () => {
      const page = await call("GET /v1/approvals/policies", { limit: 100 })
      return (page.data as object as { policies: Policy[] }).policies.toSorted((a, b) => b.priority - a.priority)
    },
  })
