import { useQuery } from "@tanstack/react-query"
import { call } from "../../client.ts"
import { usePermission, useSession } from "../../dashboard/session.tsx"
import { tenantNow } from "../../lib/time.ts"
import { type Delegation, phaseOf } from "./words.ts"

/** Delegations publish no events, so the pages read them again from time to time. */
const refetchInterval = 60_000
const notOver = () => ({ "until[gt]": tenantNow().toISOString() })

const list = (query: object) => call("GET /v1/approvals/delegations", { ...query, limit: 100 })

/** The delegations of one person, including those that have ended; the newest first. */
export function useDelegationsOf(user: string) {
  const can = usePermission()
  return useQuery({
    queryKey: ["approvals/delegations", "of", user],
    queryFn: () => list({ user }),
    enabled: can("approvals.view"),
    refetchInterval,
  })
}

/** All delegations that apply now or later. */
export function useOpenDelegations() {
  const can = usePermission()
  return useQuery({
    queryKey: ["approvals/delegations", "open"],
    queryFn: () => list(notOver()),
    enabled: can("approvals.view"),
    refetchInterval,
  })
}

const none: readonly Delegation[] = []

/** The people for whom this person decides now. */
export function useDelegators(): string[] {
  const { user } = useSession()
  const can = usePermission()
  const received = useQuery({
    queryKey: ["approvals/delegations", "to", user._id],
    queryFn: () => list({ to: user._id, ...notOver() }),
    enabled: can("approvals.decide"),
    refetchInterval,
  })
  const current = (received.data?.data ?? none).filter(delegation => phaseOf(delegation, tenantNow()) === "now")
  return [...new Set(current.map(delegation => delegation.user))].toSorted()
}
