import { useQuery } from "@tanstack/react-query"
import { call } from "../../client.ts"
import { useActors } from "../../dashboard/user-names.ts"
import { t } from "../../lib/translate.ts"
import type { Actor } from "../../ui/avatar.tsx"
import type { Entity } from "./entity.tsx"
import type { ApprovalRequest } from "./turn.ts"

/** Who asked, from the request and its object. A refund also stores which assistant drafted it. */
export function useMaker(request: ApprovalRequest, entity: Entity | undefined): Actor {
  const maker = useActors()(request.requestedBy)
  const drafted = entity?.type === "refund-intent" ? entity.draftedBy : undefined
  return drafted?.channel === "agent" ? asAgent(maker, drafted.client) : maker
}

/** The same for one request, with the channel from the audit log. */
export function useExactMaker(request: ApprovalRequest, entity: Entity | undefined): Actor {
  const known = useMaker(request, entity)
  const timeline = useQuery({
    queryKey: ["approvals/requests", "timeline", request._id],
    queryFn: () => call("GET /v1/approvals/requests/{id}/timeline", { limit: 50 }, { path: { id: request._id } }),
    staleTime: 60_000,
  })
  const origin = timeline.data?.data.at(-1)?.origin
  return known.kind !== "agent" && origin?.channel === "agent" ? asAgent(known, origin.client) : known
}

const asAgent = (person: Actor, client: string | null): Actor => ({
  name: client ?? t`An assistant`,
  kind: "agent",
  for: person.isYou ? t`you` : person.name,
})
