import { permissionsOf, type RoleHolder } from "../../kit/pure/permissions.ts"
import type { Strategy } from "./values.ts"

/** The dashboard asks the rules of this file too. */
export type Makers = {
  fourEyes: boolean
  requested_by: string
  /** Who drafted the entity, where somebody else asked. */ drafted_by: string | null
}

/** Contract: under four eyes the maker may not decide. Who drafted it is one as much as who then sent it. */
export const isMaker = ({ fourEyes, requested_by, drafted_by }: Makers, user: string) =>
  fourEyes && (user === requested_by || user === drafted_by)

/** `remaining` are the approvers whose approval is still needed; of a rotation only the one whose turn it is. */
type Waiting = Makers & { strategy: Strategy; remaining: readonly string[] }

/**
 * Those whose approval is needed now: in a sequence only the first of them. Requests of earlier versions name the maker too, who may
 * not decide.
 */
export function decidingNow({ strategy, remaining, ...makers }: Waiting): string[] {
  const next = strategy === "sequential" ? remaining.slice(0, 1) : remaining
  return next.filter(user => !isMaker(makers, user))
}

/** Needed besides being listed: a user who was disabled or lost the permission decides nothing, and nobody in their place. */
export const mayDecide = (user: RoleHolder & { active: boolean }) => user.active && permissionsOf(user).has("approvals.decide")
