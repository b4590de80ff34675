import type { Output } from "../../client.ts"

export type ApprovalRequest = Output<"GET /v1/approvals/requests/{id}">

/** Whether this approver may decide now. */
export function isTurnOf(request: ApprovalRequest, user: string): boolean {
  if (request.strategy === "round-robin") return request.assignee === user
  return request.strategy === "sequential" ? request.remaining[0] === user : request.remaining.includes(user)
}
