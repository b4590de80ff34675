import { canonicalJson } from "../../kit/pure/json.ts"
import type { Context } from "../../kit/db/context.ts"
import { StaleRead } from "../../kit/db/unit-of-work.ts"
import { enqueue } from "../../kit/jobs/enqueue.ts"
import { isoTime } from "../../kit/pure/time.ts"
import type { AssertMayReclassify } from "../../parties/partnerships/ports.ts"
import { assertUsersUnchanged, findUsers } from "../../platform/tenants/store.ts"
import { assertPoliciesUnchanged } from "../../platform/tenants/policies-store.ts"
import { approvalProblem } from "./errors.ts"
import { mailApprovers, mailDecision } from "./mails.ts"
import { findAllEnabledPolicies, findEnabledPolicies, type PolicyRow, takeTurn } from "./policy-store.ts"
import {
  type Effects,
  findRequestOf,
  insertRequest,
  readRequest,
  readRequestForUpdate,
  type RequestChange,
  type RequestRow,
  saveRequest,
} from "./request-store.ts"
import { assigneeOf, expiresAt, remainingOf, remindersAt, type Rotation } from "./rules.ts"
import { mayDecide } from "./turn-rules.ts"
import { asAsked, matching, nounOf, separates } from "./policy-rules.ts"
import type { Gate, Gates } from "./ports.ts"
import { type Approval, type ApprovalRequest, type Facts, noApproval } from "./schema.ts"
import type { EntityType } from "./values.ts"

type Description = { facts: Facts; effects: Effects }
/**
 * What a policy may hold. `describe` is called only when the tenant has policies of the type. `isFact` marks what follows from money that a
 * payer sent, which can't be refused: without any approver it waits until its request expires. A refund that an agent drafted stays the
 * agent's draft, whoever acts on it, and `draftedBy` stays a maker, whoever sends it.
 */
type Entity = { type: EntityType; id: string; isFact?: true; isAgentDraft?: boolean; draftedBy?: string | undefined } & (
  | Description
  | { describe(): Promise<Description> }
)

/**
 * Called by a slice before it inserts an entity. When a policy matches, opens a request in the same commit; the entity must then wait until
 * its gate releases it. An automatic approval is recorded, and the entity does not wait.
 */
export async function hold(ctx: Context, entity: Entity): Promise<Approval> {
  const { revision, match } = await findMatch(ctx, entity)
  assertPoliciesUnchanged(ctx, revision)
  if (!match) return noApproval
  const { id, status } = await openRequest(ctx, entity, match)
  return { required: true, status, request: id }
}

/** Called by a slice before it changes or releases an entity, so that nobody avoids a policy that would hold a new one. */
export async function assertFree(ctx: Context, entity: Entity): Promise<void> {
  assertPoliciesUnchanged(ctx, await assertFreeNow(ctx, entity))
}

/** The same check without the write, for callers who only ask whether it is possible. Returns the revision of the policies. */
export async function assertFreeNow(ctx: Context, entity: Entity): Promise<number> {
  const { revision, match } = await findMatch(ctx, entity)
  if (match && match.policy.strategy !== "auto-approve")
    throw approvalProblem("APR-2008", { entityType: nounOf(entity.type), policy: match.policy.name })
  return revision
}

/**
 * Called before the kind of a partner, the team of something or the partners of a payment intent change. Only a caller who may change
 * policies can take something out of a policy this way, for example by making a supplier an agent while a payout waits.
 */
export const assertMayReclassify: AssertMayReclassify = async (ctx, by, before, after) => {
  if (before === after || ctx.caller.permissions.has(permission)) return
  const policy = (await findAllEnabledPolicies(ctx)).find(each => separates(each, by, before, after))
  if (policy) throw approvalProblem("APR-2009", { policy: policy.name, field: reclassified[by], permission })
}

const permission = "approvals.edit"
const reclassified = { recipientTypes: "kind", primaryTeams: "team", partnership: "partner" }

type Match = Description & { policy: PolicyRow; others: PolicyRow[] }

async function findMatch(ctx: Context, entity: Entity): Promise<{ revision: number; match?: Match }> {
  const { revision, policies } = await findEnabledPolicies(ctx, entity.type)
  if (policies.length === 0) return { revision }
  const { facts, effects } = "describe" in entity ? await entity.describe() : entity
  const [policy, ...others] = matching(policies, facts, entity.type, entity.isAgentDraft ?? ctx.origin.channel === "agent")
  return policy ? { revision, match: { facts, effects, policy, others } } : { revision }
}

/** For gates: the entity may have been canceled since its request was read. */
export function assertStillHeld({ approval }: { approval: Approval }) {
  if (!isHeld(approval)) throw approvalProblem("APR-2001", { status: approval.status })
}

export const isHeld = (approval: Approval) => approval.status === "pending"

/** Whether people were asked to approve it. An automatic approval does not count. */
export const wereAsked = async (ctx: Context, { request }: Approval): Promise<boolean> =>
  request !== null && (await readRequest(ctx, request)).strategy !== "auto-approve"

async function openRequest(ctx: Context, entity: Entity, { facts, effects, policy, others }: Match): Promise<RequestRow> {
  const { type, id, isFact, draftedBy = null } = entity
  const isAutomatic = policy.strategy === "auto-approve"
  const users = await findUsers(ctx, policy.approvers)
  if (!isAutomatic && !isFact && !users.some(mayDecide)) throw approvalProblem("APR-2005", { policy: policy.name })
  if (!isAutomatic) assertUsersUnchanged(ctx, users) // otherwise one of them could lose the permission meanwhile, unnoticed
  const active = new Set(users.filter(user => user.active).map(user => user.id))
  const turn = policy.strategy === "round-robin" ? await takeTurn(ctx, policy.id) : 0
  const requested_by = ctx.caller.user
  const makers = { requested_by, drafted_by: draftedBy === requested_by ? null : draftedBy }
  const rotation = { approvers: policy.approvers, ...makers, fourEyes: policy.four_eyes }
  const assignee_id = policy.strategy === "round-robin" ? await findAssignee(ctx, rotation, turn, active) : null
  const automatic = { user: null, for: null, decision: "approved" as const, comment: null, at: isoTime(ctx.now) }
  const state = {
    status: isAutomatic ? ("approved" as const) : ("pending" as const),
    strategy: policy.strategy,
    approvers: policy.approvers,
    assignee_id,
    decisions: isAutomatic ? [automatic] : [],
    ...makers,
  }
  const request = insertRequest(ctx, {
    ...state,
    policy_id: policy.id,
    policy: policyCopy(policy),
    entity_type: type,
    entity_id: id,
    facts,
    effects,
    also_matched: others.map(each => ({ policy: each.id, name: each.name, priority: each.priority })),
    remaining: remainingOf({ ...state, fourEyes: policy.four_eyes }, active),
    expires_at: expiresAt(ctx.now),
    resolved_at: isAutomatic ? ctx.now : null,
  })
  if (!isAutomatic) {
    scheduleJobs(ctx, request)
    await mailApprovers(ctx, request)
  }
  return request
}

/** Skips approvers who may not decide. When none may, the request waits for one of them, because a role can be given back. */
export async function findAssignee(ctx: Context, rotation: Rotation, turn: number, active: ReadonlySet<string>): Promise<string | null> {
  const users = await findUsers(ctx, [...active])
  const able = new Set(users.filter(mayDecide).map(({ id }) => id))
  return assigneeOf(rotation, turn, able) ?? assigneeOf(rotation, turn, active)
}

const policyCopy = ({ name, conditions, priority, partnership_id, four_eyes }: PolicyRow) => ({
  name,
  conditions,
  priority,
  partnership_id,
  four_eyes,
})

function scheduleJobs(ctx: Context, { id, expires_at }: RequestRow) {
  enqueue(ctx, "expire-approval", { request: id }, expires_at)
  for (const at of remindersAt(ctx.now)) enqueue(ctx, "remind-approvers", { request: id, at: isoTime(at) }, at)
}

/** Resolves a request and lets its entity go on or end, all in this unit of work. */
export async function resolve(ctx: Context, gates: Gates, request: RequestRow, change: RequestChange): Promise<ApprovalRequest> {
  const { entity_type, entity_id } = request
  const status = change.status ?? request.status
  const approval = { required: true, status, request: request.id }
  const carryOut = async () => {
    if (status === "approved") {
      await assertUnchanged(ctx, gates[entity_type], request)
      await gates[entity_type].release(ctx, entity_id, approval)
    } else if (status !== "pending") await gates[entity_type].stop(ctx, entity_id, approval)
  }
  await carryOut().catch(error => throwUnlessDecided(ctx, request, error))
  const end = status === "pending" ? {} : { resolved_at: ctx.now, remaining: [], assignee_id: null }
  const resolved = { ...request, ...change }
  if (status === "pending") await mailApprovers(ctx, resolved, request)
  else await mailDecision(ctx, resolved)
  return saveRequest(ctx, request, { ...change, ...end })
}

/** When another decision came after the request was read, this one runs again, so that the caller learns of the other decision. */
async function throwUnlessDecided(ctx: Context, { id, version }: RequestRow, error: unknown): Promise<never> {
  if ((await readRequest(ctx, id)).version === version) throw error
  throw new StaleRead("the request was decided after it was read", { cause: error })
}

/** Contract: APR-2006 when the entity was changed meanwhile. */
async function assertUnchanged(ctx: Context, gate: Gate, { entity_type, entity_id, facts }: RequestRow) {
  const now = await gate.find(ctx, entity_id)
  const isSame = now !== undefined && canonicalJson(asAsked(now.facts)) === canonicalJson(asAsked(facts))
  if (!isSame) throw approvalProblem("APR-2006", { entityType: nounOf(entity_type) })
}

/**
 * Called by a slice when it ends an entity itself, such as a canceled payout: its open request ends with it. When the request is decided
 * meanwhile, the slice runs again and finds its entity as the decision has left it.
 */
export async function withdraw(ctx: Context, entity: string, reason: string): Promise<void> {
  const open = await findRequestOf(ctx, entity)
  if (open?.status !== "pending") return
  const request = await readRequestForUpdate(ctx, open.id)
  if (request.status !== "pending") throw new StaleRead("the request was decided after it was read")
  saveRequest(ctx, request, { status: "canceled", reason, resolved_at: ctx.now, remaining: [], assignee_id: null })
}
