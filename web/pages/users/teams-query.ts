import { useQuery } from "@tanstack/react-query"
import { call, type Output } from "../../client.ts"

export type User = Output<"GET /v1/users">["data"][number]
export type Team = Output<"GET /v1/teams">["data"][number]

/** The teams of the business, by name. */
export const useTeams = () =>
  useQuery({
    queryKey: ["teams", "list"],
    queryFn: async () => {
      const { data } = await call("GET /v1/teams", { limit: 100 } as never)
      return data.toSorted((a, b) => a.name.localeCompare(b.name))
    },
  })
