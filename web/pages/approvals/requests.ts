import { useQuery } from "@tanstack/react-query"
import { call } from "../../client.ts"
import { usePermission, useSession } from "../../dashboard/session.tsx"
import { useDelegators } from "../delegations/queries.ts"
import { type ApprovalRequest, seatOf } from "./turn.ts"

export const tabNames = ["mine", "open", "decided"] as const
export type TabName = (typeof tabNames)[number]

const queryOf = (tab: TabName, delegators: readonly string[]): object => {
  if (tab === "mine") return { "approver[in]": ["me", ...delegators].join(","), status: "pending" }
  return tab === "open" ? { status: "pending" } : { "status[in]": "approved,rejected,canceled" }
}

/**
 * The requests of a tab. "For me" has those that this person can decide now, for themselves or for others, not those whose turn comes
 * later.
 */
export function useRequests(tab: TabName) {
  const can = usePermission()
  const seatIn = useSeats()
  const delegators = useDelegators()
  return useQuery({
    queryKey: ["approvals/requests", "list", tab, ...(tab === "mine" ? delegators : [])],
    queryFn: async () => {
      const page = await call("GET /v1/approvals/requests", { ...queryOf(tab, delegators), limit: 100 })
      const { requests } = page.data as object as { requests: ApprovalRequest[] }
      if (tab !== "mine") return { requests, count: page.count }
      const mine = requests.filter(request => seatIn(request) !== undefined)
      return { requests: mine, count: mine.length }
    },
    enabled: can("approvals.view"),
  })
}

/** Returns whose approval of a request this person can give now. */
export function useSeats() {
  const { user } = useSession()
  const delegators = useDelegators()
  return (request: ApprovalRequest) => seatOf(request, user._id, delegators)
}
