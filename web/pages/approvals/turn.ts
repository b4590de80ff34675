import * as rules from "../../../src/control/approvals/turn-rules.ts"
import type { Output } from "../../client.ts"
import { t } from "../../lib/translate.ts"

export type ApprovalRequest = Output<"GET /v1/approvals/requests/{id}">

/** How a request looks to one person. */
export type View = "yours" | "waiting" | "own" | "approved" | "rejected" | "expired" | "withdrawn"

/** The names that the rules of the service use. */
const stateOf = ({ strategy, remaining, fourEyes, requestedBy, draftedBy }: ApprovalRequest) => ({
  strategy,
  remaining,
  fourEyes,
  requested_by: requestedBy,
  drafted_by: draftedBy,
})

/** With four eyes, neither the person who drafted it nor the one who asked may decide. */
export const isMaker = (request: ApprovalRequest, user: string) => rules.isMaker(stateOf(request), user)

/** Whether it waits for this person, who is listed and has not asked for it where that matters. */
export const waitsFor = (request: ApprovalRequest, user: string) => rules.decidingNow(stateOf(request)).includes(user)

/** Whose approval this person can give now: their own, or that of somebody who handed over to them. */
export function seatOf(request: ApprovalRequest, user: string, delegators: readonly string[]): string | undefined {
  return isMaker(request, user) ? undefined : [user, ...delegators].find(seat => waitsFor(request, seat))
}

/** `mayDecide` of the service includes delegations; without it the request itself decides. */
export function viewOf(request: ApprovalRequest, user: string, mayDecide = waitsFor(request, user)): View {
  if (request.status === "canceled") return Date.parse(request.resolvedAt ?? "") >= Date.parse(request.expiresAt) ? "expired" : "withdrawn"
  if (request.status !== "pending") return request.status
  if (isMaker(request, user)) return "own"
  return mayDecide ? "yours" : "waiting"
}

/** "2 of 3", of a request that is decided in order. */
export const stepOf = ({ approvers, decisions }: ApprovalRequest) => t`${decisions.length + 1} of ${approvers.length}`
