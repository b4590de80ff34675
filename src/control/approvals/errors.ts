import { errorFamily, problemsOf } from "../../kit/pure/problem.ts"

const approvals = errorFamily("Approvals", "The policy, the approver or the state of an approval does not allow this.", {
  "APR-1001": [400, "This policy can't be saved: {reason}"],
  "APR-1002": [400, "This delegation can't be saved: {reason}"],
  "APR-2001": [409, "This approval request is {status} already; nothing was changed"],
  "APR-2002": [403, "You are not an approver of this request; ask one of {approvers}"],
  "APR-2003": [403, "You asked for this yourself, and its policy requires a second person to decide"],
  "APR-2004": [409, "It is not your turn: {turn} decides next"],
  "APR-2005": [
    409,
    "The policy {policy} holds this, but none of its approvers may still decide; nothing was created. Change the policy first",
  ],
  "APR-2006": [409, "This {entityType} was changed since its approval was requested; cancel it and create it again"],
  "APR-2007": [429, "The approvers of this request were reminded on {remindedAt}; they can be reminded once a day"],
  "APR-2008": [409, "The policy {policy} asks others to approve this {entityType}; cancel or delete it and create it again to ask them"],
  "APR-2009": [
    403,
    "The policy {policy} matches on this {field}; to change it you need the permission {permission}, which you do not hold",
  ],
  "APR-2010": [409, "The role {role} may not decide approvals, and nobody else could decide {requests}; decide or withdraw that first"],
})

export const approvalProblem = problemsOf(approvals)
