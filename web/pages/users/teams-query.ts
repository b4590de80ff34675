import { useQuery } from "@tanstack/react-query"
import { call, type Output } from "../../client.ts"
import { usePermission } from "../../dashboard/session.tsx"
import { readAll } from "../../lib/read-all.ts"

export type User = Output<"GET /v1/users">["data"][number]
export type Team = Output<"GET /v1/teams">["data"][number]

/** The teams of the business, by name. */
export function useTeams() {
  const can = usePermission()
  return useQuery({
    queryKey: ["teams", "list"],
    queryFn: async () => (await readAll(query => call("GET /v1/teams", query))).toSorted((a, b) => a.name.localeCompare(b.name)),
    enabled: can("users.view"),
  })
}
