import type { Context } from "../../kit/db/context.ts"
import { type RoleHolder, roleWordOf } from "../../kit/pure/permissions.ts"
import type { UserDependent } from "../../platform/tenants/ports.ts"
import { findActiveUsers, findUsers } from "../../platform/tenants/store.ts"
import { approvalProblem } from "./errors.ts"
import { findAssignee, resolve } from "./hold.ts"
import { mailWords } from "./mail-words.ts"
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
    for (const request of await readPendingForUpdate(ctx, [user])) {
      const after = await without(ctx, request, [user])
      if (after.remaining.length > 0) await pass(ctx, request, after)
      else await resolve(ctx, gates, request, { status: "canceled", reason: mailWords.en.nobodyLeft })
    }
  },

  async changedRole(ctx, users, holder) {
    if (mayDecide({ ...holder, active: true })) return
    const requests = await readPendingForUpdate(ctx, users)
    await assertOthersDecide(ctx, requests, users, holder)
    for (const request of requests) {
      const after = await without(ctx, request, users)
      if (after.assignee_id !== request.assignee_id && after.assignee_id !== null) await pass(ctx, request, after)
    }
  },
})

/** Contract: refuses a change of a role that would leave a pending request without anybody who may decide it, and names the request. */
async function assertOthersDecide(ctx: Context, requests: readonly RequestRow[], users: readonly string[], holder: RoleHolder) {
  const alone: string[] = []
  for (const request of requests) {
    const able = new Set((await findUsers(ctx, request.approvers)).filter(mayDecide).map(({ id }) => id))
    const deciders = decidersOf(stateOf(request), able)
    if (deciders.length > 0 && deciders.every(user => users.includes(user))) alone.push(request.id)
  }
  if (alone.length > 0) throw approvalProblem("APR-2010", { role: roleWordOf(holder), requests: listed(alone) })
}

const maxListed = 10

/** "the request a", "the requests a, b and 3 more" */
function listed(ids: readonly string[]): string {
  const shown = ids.slice(0, maxListed).join(", ")
  const more = ids.length > maxListed ? ` and ${ids.length - maxListed} more` : ""
  return `the pending ${ids.length === 1 ? "request" : "requests"} ${shown}${more}`
}

async function readPendingForUpdate(ctx: Context, users: readonly string[]): Promise<RequestRow[]> {
  const found: { id: string }[] = []
  for (const user of users) found.push(...(await findPendingOf(ctx, user)))
  const requests: RequestRow[] = []
  for (const id of new Set(found.map(each => each.id))) requests.push(await readRequestForUpdate(ctx, id))
  return requests.filter(({ status }) => status === "pending")
}

type After = Pick<RequestRow, "remaining" | "assignee_id">

/** The approvers for whom the request waits when these users can't decide any more. */
async function without(ctx: Context, request: RequestRow, users: readonly string[]): Promise<After> {
  const found = await findActiveUsers(ctx, request.approvers)
  const active = new Set([...found].filter(user => !users.includes(user)))
  const state = stateOf(request)
  const { assignee_id: assignee } = request
  const isTheirs = assignee !== null && users.includes(assignee)
  const assignee_id = isTheirs ? await findAssignee(ctx, state, request.approvers.indexOf(assignee), active) : assignee
  return { assignee_id, remaining: remainingOf({ ...state, assignee_id }, active) }
}

async function pass(ctx: Context, request: RequestRow, after: After) {
  saveRequest(ctx, request, after)
  await mailApprovers(ctx, { ...request, ...after }, request)
}
