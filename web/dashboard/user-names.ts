import { useQuery } from "@tanstack/react-query"
import { call } from "../client.ts"
import { usePermission, useSession } from "./session.tsx"

/** The names of the tenant's users by their ids: "You" for oneself. */
export function useUserNames() {
  const { user } = useSession()
  const can = usePermission()
  const users = useQuery({
    queryKey: ["users", "names"],
    queryFn: () => call("GET /v1/users", { limit: 100 } as never),
    enabled: can("users.view"),
    staleTime: 60_000,
  })
  return (id: string, type = "person"): string => {
    if (id === user._id) return "You"
    if (type === "system" || id === "system") return "Countersign"
    return users.data?.data.find(each => each._id === id)?.name ?? (type === "api-key" ? "An API key" : "Somebody")
  }
}
