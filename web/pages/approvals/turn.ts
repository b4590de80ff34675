import type { Output } from "../../client.ts"

export type ApprovalRequest = Output<"GET /v1/approvals/requests/{id}">

/** How a request looks to one person. */
export type View = "yours" | "waiting" | "own" | "approved" | "rejected" | "expired" | "withdrawn"

/** Whether this approver may decide now. */
export function isTurnOf(request: ApprovalRequest, user: string): boolean {
  if (request.status !== "pending") return false
  if (request.strategy === "round-robin") return request.assignee === user
  return request.strategy === "sequential" ? request.remaining[0] === user : request.remaining.includes(user)
}

/** With four eyes, neither the person who drafted it nor the one who asked may decide. */
export const isMaker = ({ fourEyes, requestedBy, draftedBy }: ApprovalRequest, user: string) =>
  fourEyes && (user === requestedBy || user === draftedBy)

/** Whether it waits for this approver. With four eyes, the person who asked does not count. */
const waitsFor = (request: ApprovalRequest, user: string) => isTurnOf(request, user) && !isMaker(request, user)

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
export const stepOf = ({ approvers, decisions }: ApprovalRequest) => `${decisions.length + 1} of ${approvers.length}`
