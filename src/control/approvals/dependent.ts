import type { UserDependent } from "../../platform/tenants/dependents.ts"
import { findActiveUsers } from "../../platform/tenants/store.ts"
import { type Gates, resolve } from "./gate.ts"
import { mailApprovers } from "./mails.ts"
import { findPendingOf, readRequestForUpdate, saveRequest, stateOf } from "./request-store.ts"
import { assigneeOf, remainingOf } from "./rules.ts"

/** A user who leaves drops out of the requests that wait for them. What nobody left can resolve is canceled. */
export const approverDependent = (gates: Gates): UserDependent => ({
  async left(ctx, user) {
    for (const { id } of await findPendingOf(ctx, user)) {
      const request = await readRequestForUpdate(ctx, id)
      if (request.status !== "pending") continue
      const active = new Set(await findActiveUsers(ctx, request.approvers))
      active.delete(user)
      const isRotating = request.strategy === "round-robin" && request.assignee_id === user
      const state = stateOf(request)
      const assignee_id = isRotating ? assigneeOf(state, request.approvers.indexOf(user), active) : request.assignee_id
      const remaining = remainingOf({ ...state, assignee_id }, active)
      if (remaining.length > 0) {
        saveRequest(ctx, request, { remaining, assignee_id })
        await mailApprovers(ctx, { ...request, remaining, assignee_id }, request)
      } else await resolve(ctx, gates, request, { status: "canceled", reason: "no approver is left who could decide it" })
    }
  },
})
