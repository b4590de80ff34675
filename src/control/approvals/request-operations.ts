import { z } from "zod"
import type { Context } from "../../kit/db/context.ts"
import { oncePerContext } from "../../kit/operation/once-per-context.ts"
import { listing, noInput, operation } from "../../kit/operation/operation.ts"
import { generalProblem } from "../../kit/pure/errors.ts"
import { isoTime } from "../../kit/pure/time.ts"
import { timeline } from "../../platform/audit/timeline.ts"
import { findActiveUsers } from "../../platform/tenants/store.ts"
import { findDelegators } from "./delegation-store.ts"
import { approvalProblem } from "./errors.ts"
import { resolve } from "./hold.ts"
import { mailApprovers } from "./mails.ts"
import { nounOf } from "./policy-rules.ts"
import type { Gates } from "./ports.ts"
import {
  findRequestOf,
  listRequests,
  readRequest,
  readRequestForUpdate,
  renderRequest,
  type RequestRow,
  saveRequest,
  stateOf,
} from "./request-store.ts"
import { assertRemindable, decide, remainingOf, type RequestState, seatOf } from "./rules.ts"
import { ApprovalRequest, ApprovalSummary, Decision, requestFilters, Withdrawal } from "./schema.ts"
import { entityTypes } from "./values.ts"

export const requestOperations = (gates: Gates) => [
  listing({
    route: "GET /v1/approvals/requests",
    noun: "approvalRequest",
    plural: "approvalRequests",
    under: "requests",
    summary: "List approval requests, newest first; approver=me&status=pending is the caller's inbox",
    needs: "approvals.view",
    filters: requestFilters,
    item: ApprovalRequest,
    run: listRequests,
  }),

  operation({
    route: "GET /v1/approvals/requests/{id}",
    noun: "approvalRequest",
    summary: "Get an approval request: why it was opened, who decided, and what each decision will do",
    needs: "approvals.view",
    effect: "read",
    input: noInput,
    output: ApprovalRequest,
    subject: readRequest,
    run: (_ctx, _input, request) => renderRequest(request),
  }),

  operation({
    route: "POST /v1/approvals/requests/{id}/approve",
    noun: "approvalRequest",
    summary: "Approve a held action; the last approval that is needed releases it",
    needs: "approvals.decide",
    needsConfirmation: "daily",
    effect: "money",
    input: Decision,
    output: ApprovalRequest,
    subject: readRequestForUpdate,
    assertPossible: (request, ctx) => assertMayDecide(ctx, request, "approved"),
    run: (ctx, input, request) => decideOn(ctx, gates, request, "approved", input),
  }),

  operation({
    route: "POST /v1/approvals/requests/{id}/reject",
    noun: "approvalRequest",
    summary: "Reject a held action; one rejection stops it",
    needs: "approvals.decide",
    effect: "change",
    input: Decision,
    output: ApprovalRequest,
    subject: readRequestForUpdate,
    assertPossible: (request, ctx) => assertMayDecide(ctx, request, "rejected"),
    run: (ctx, input, request) => decideOn(ctx, gates, request, "rejected", input),
  }),

  operation({
    route: "POST /v1/approvals/requests/{id}/cancel",
    noun: "approvalRequest",
    summary: "Withdraw an approval request, as its maker or with approvals.edit; the held action ends",
    needs: "approvals.view",
    effect: "change",
    input: Withdrawal,
    output: ApprovalRequest,
    subject: readRequestForUpdate,
    assertPossible(request, { caller }) {
      const isOwn = request.requested_by === caller.user || request.drafted_by === caller.user
      if (!isOwn && !caller.permissions.has("approvals.edit")) throw generalProblem("PRM-1001", { permission: "approvals.edit" })
      assertPending(request)
    },
    async run(ctx, { reason = "withdrawn" }, request) {
      return resolve(ctx, gates, request, { status: "canceled", reason })
    },
  }),

  operation({
    route: "POST /v1/approvals/requests/{id}/remind",
    label: "Send a reminder for an approval request",
    noun: "approvalRequest",
    summary: "E-mail the approvers whose approval is needed, at most once a day",
    needs: "approvals.view",
    effect: "change",
    input: noInput,
    output: ApprovalRequest,
    subject: readRequestForUpdate,
    assertPossible(request, { now }) {
      assertPending(request)
      assertRemindable(request.reminded_at, now)
    },
    async run(ctx, _input, request) {
      await mailApprovers(ctx, request)
      return saveRequest(ctx, request, { reminded_at: ctx.now })
    },
  }),

  operation({
    route: "GET /v1/approvals/summary/{entityType}/{id}",
    noun: "approvalSummary",
    summary: "Show whether an entity awaits approval, who approved it and who is missing",
    needs: "approvals.view",
    effect: "read",
    input: z.object({ entityType: z.enum(entityTypes).describe("The type of the entity") }),
    output: ApprovalSummary,
    subject: async (_ctx, id) => id,
    async run(ctx, { entityType }, reference) {
      const found = await gates[entityType].find(ctx, reference)
      if (!found) throw generalProblem("GEN-1004", { kind: nounOf(entityType), reference })
      const request = await findRequestOf(ctx, found.id)
      const status = request?.status ?? ("none" as const)
      return {
        entityType,
        entity: found.id,
        required: request !== undefined,
        awaitingApproval: status === "pending",
        status,
        request: request?.id ?? null,
        approvedBy: (request?.decisions ?? []).flatMap(each => (each.decision === "approved" ? (seatOf(each) ?? []) : [])),
        remaining: request?.remaining ?? [],
        assignee: request?.assignee_id ?? null,
      }
    },
  }),

  timeline("approvals/requests", "approvals.view", readRequest),
]

/** Whether the caller can decide now, for themselves or for a user who delegated to them. */
async function assertMayDecide(ctx: Context, request: RequestRow, decision: "approved" | "rejected") {
  const { user } = ctx.caller
  const { active, delegators } = await readDeciders(ctx, request)
  const seats = [user, ...delegators].filter(seat => request.approvers.includes(seat))
  const problems = (seats.length > 0 ? seats : [user]).map(seat => {
    try {
      decide(stateNow(ctx, request), { user, delegators, for: seat }, { decision, comment: null, at: isoTime(ctx.now) }, active)
      return undefined
    } catch (error) {
      return error
    }
  })
  if (problems.every(Boolean)) throw problems[0]
}

/** Cached, because a decision reads them twice: to check the permission, and to decide. */
const readDeciders = oncePerContext(async (ctx, { approvers }: RequestRow) => {
  const [active, delegators] = await Promise.all([findActiveUsers(ctx, approvers), findDelegators(ctx, ctx.caller.user)])
  return { active, delegators }
})

/** The decision and its effects are one commit: if the money rules refuse the release, the decision is undone too. */
async function decideOn(
  ctx: Context,
  gates: Gates,
  request: RequestRow,
  decision: "approved" | "rejected",
  input: z.output<typeof Decision>,
): Promise<ApprovalRequest> {
  const { active, delegators } = await readDeciders(ctx, request)
  const state = stateNow(ctx, request)
  const actor = { user: ctx.caller.user, delegators, for: input.for }
  const after = decide(state, actor, { decision, comment: input.comment ?? null, at: isoTime(ctx.now) }, active)
  if (after.decisions === request.decisions) return renderRequest(request)
  const remaining = remainingOf({ ...state, ...after }, active)
  return resolve(ctx, gates, request, { status: after.status, decisions: [...after.decisions], remaining })
}

/** Contract: a request is open for 7 days. After that it counts as canceled, even before the worker cancels it. */
const stateNow = ({ now }: Context, request: RequestRow): RequestState =>
  request.status === "pending" && request.expires_at <= now ? { ...stateOf(request), status: "canceled" } : stateOf(request)

function assertPending({ status }: RequestRow) {
  if (status !== "pending") throw approvalProblem("APR-2001", { status })
}
