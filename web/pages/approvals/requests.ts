import { useQuery } from "@tanstack/react-query"
import { call } from "../../client.ts"
import { usePermission, useSession } from "../../dashboard/session.tsx"
import { type ApprovalRequest, waitsFor } from "./turn.ts"

export type TabName = "mine" | "open" | "decided"

const queries: Record<TabName, object> = {
  mine: { approver: "me", status: "pending" },
  open: { status: "pending" },
  decided: { "status[in]": "approved,rejected,canceled" },
}

/** The requests of a tab. Those for me are the ones I can decide now; where I come later, it is another's turn. */
export function useRequests(tab: TabName) {
  const { user } = useSession()
  const can = usePermission()
  return useQuery({
    queryKey: ["approvals/requests", "list", tab],
    queryFn: async () => {
      const page = await call("GET /v1/approvals/requests", { ...queries[tab], limit: 100 } as never)
      const { requests } = page.data as object as { requests: ApprovalRequest[] }
      if (tab !== "mine") return { requests, count: page.count }
      const mine = requests.filter(request => waitsFor(request, user._id))
      return { requests: mine, count: mine.length }
    },
    enabled: can("approvals.view"),
  })
}
