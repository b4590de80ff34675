import { useNavigate } from "@tanstack/react-router"
import { BadgeCheck } from "lucide-react"
import type { PaletteEntry } from "../../dashboard/app-context.ts"
import { money } from "../../lib/money.ts"
import { t } from "../../lib/translate.ts"
import { entities } from "./request.ts"
import { useRequests } from "./requests.ts"

export const useOwnRequestCount = () => useRequests("mine").data?.count ?? 0

/** Opens a request with its decision: the palette itself never approves anything. */
export function useWaitingRequests(): PaletteEntry[] {
  const mine = useRequests("mine")
  const navigate = useNavigate()
  return (mine.data?.requests ?? []).slice(0, 5).map(({ _id, entityType, amount, currency, policyName }) => ({
    id: _id,
    label: t`Approve or reject: ${entities[entityType].label}, ${money(amount, currency)}`,
    hint: policyName,
    icon: BadgeCheck,
    run: () => void navigate({ to: "/approvals", search: { id: _id } }),
  }))
}
