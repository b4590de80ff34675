import type { Context } from "../../kit/db/context.ts"
import type { Role } from "../../kit/pure/permissions.ts"
import type { UserDependent } from "../../platform/tenants/ports.ts"
import { findActiveUsers, findUsers } from "../../platform/tenants/store.ts"
import { approvalProblem } from "./errors.ts"
import { findAssignee, resolve } from "./hold.ts"
import { mailApprovers } from "./mails.ts"
import type { Gates } from "./ports.ts"
import { findPendingOf, readRequestForUpdate, type RequestRow, saveRequest, stateOf } from "./request-store.ts"
import { decidersOf, remainingOf } from "./rules.ts"
import { mayDecide } from "./turn-rules.ts"

/**
 * A user who leaves drops out of the requests that wait for them. A request that nobody else can resolve is canceled. A user who loses the
 * permission to decide is still needed when all must approve, because a change of a role never lowers the number of approvals; a rotation
 * goes on to the next user. The last user who could decide a request can't lose the permission until the request is decided or withdrawn.
 */
export const approverDependent = (gates: Gates): UserDependent => ({
  async left(ctx, user) {
    for (const request of await readPendingForUpdate(ctx, user)) {
      const after = await without(ctx, request, user)
      if (after.remaining.length > 0) await pass(ctx, request, after)
      else await resolve(ctx, gates, request, { status: "canceled", reason: "no approver is left who could decide it" })
    }
  },

  async changedRole(ctx, user, role) {
    if (mayDecide({ active: true, role })) return
    const requests = await readPendingForUpdate(ctx, user)
    await assertOthersDecide(ctx, requests, user, role)
    for (const request of requests) {
      const after = await without(ctx, request, user)
      if (request.assignee_id === user && after.assignee_id !== null) await pass(ctx, request, after)
    }
  },
})

/** Contract: refuses a change of a role that would leave a pending request without anybody who may decide it, and names the request. */
async function assertOthersDecide(ctx: Context, requests: readonly RequestRow[], user: string, role: Role) {
  const alone: string[] = []
  for (const request of requests) {
    const able = new Set((await findUsers(ctx, request.approvers)).filter(mayDecide).map(({ id }) => id))
    const [first, ...others] = decidersOf(stateOf(request), able)
    if (first === user && others.length === 0) alone.push(request.id)
  }
  if (alone.length > 0) throw approvalProblem("APR-2010", { role, requests: listed(alone) })
}

const maxListed = 10

/** "the request a", "the requests a, b and 3 more" */
function listed(ids: readonly string[]): string {
  const shown = ids.slice(0, maxListed).join(", ")
  const more = ids.length > maxListed ? ` and ${ids.length - maxListed} more` : ""
  return `the pending ${ids.length === 1 ? "request" : "requests"} ${shown}${more}`
}

async function readPendingForUpdate(ctx: Context, user: string): Promise<RequestRow[]> {
  const requests: RequestRow[] = []
  for (const { id } of await findPendingOf(ctx, user)) requests.push(await readRequestForUpdate(ctx, id))
  return requests.filter(({ status }) => status === "pending")
}

type After = Pick<RequestRow, "remaining" | "assignee_id">

/** The approvers for whom the request waits when this user can't decide any more. */
async function without(ctx: Context, request: RequestRow, user: string): Promise<After> {
  const active = new Set(await findActiveUsers(ctx, request.approvers))
  active.delete(user)
  const state = stateOf(request)
  const isTheirs = request.assignee_id === user
  const assignee_id = isTheirs ? await findAssignee(ctx, state, request.approvers.indexOf(user), active) : request.assignee_id
  return { assignee_id, remaining: remainingOf({ ...state, assignee_id }, active) }
}

async function pass(ctx: Context, request: RequestRow, after: After) {
  saveRequest(ctx, request, after)
  await mailApprovers(ctx, { ...request, ...after }, request)
}
