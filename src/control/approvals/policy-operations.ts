import { z } from "zod"
import type { Context } from "../../kit/operation/context.ts"
import { listing, noInput, operation } from "../../kit/operation/operation.ts"
import { dayMs } from "../../kit/pure/calendar.ts"
import { Id } from "../../kit/pure/fields.ts"
import { mergeMetadata } from "../../kit/pure/metadata.ts"
import { omitUndefined } from "../../kit/pure/omit-undefined.ts"
import { isoTime } from "../../kit/pure/time.ts"
import { resolvePartnershipId } from "../../parties/partnerships/store.ts"
import { findCreators } from "../../platform/audit/store.ts"
import { timeline } from "../../platform/audit/timeline.ts"
import { findActiveUsers, resolveTeam } from "../../platform/tenants/store.ts"
import { approvalProblem } from "./errors.ts"
import type { Gates } from "./gate.ts"
import {
  deletePolicy,
  insertPolicy,
  listPolicies,
  lockPolicies,
  readPolicy,
  readPolicyForUpdate,
  renderPolicy,
  savePolicy,
} from "./policy-store.ts"
import { assertPolicy, currencyOf, matches } from "./rules.ts"
import { ApprovalPolicy, type Conditions, NewPolicy, PolicyChange, policyFilters, PolicyPreview, PreviewResult } from "./schema.ts"

export const policyOperations = (gates: Gates) => [
  operation({
    route: "POST /v1/approvals/policies/create",
    noun: "approvalPolicy",
    summary: "Create a policy that holds matching entities until its approvers have approved them",
    needs: "approvals.edit",
    effect: "change",
    idempotency: "key",
    waitsForOpenTransactions: true,
    input: NewPolicy,
    output: ApprovalPolicy,
    async run(ctx, { entityType: entity_type, partnership, fourEyes: four_eyes, ...policy }) {
      assertPolicy(policy)
      await assertReferences(ctx, policy)
      const partnership_id = partnership === null ? null : await resolvePartnershipId(ctx, partnership)
      await lockPolicies(ctx)
      return insertPolicy(ctx, { ...policy, entity_type, partnership_id, four_eyes })
    },
  }),

  listing({
    route: "GET /v1/approvals/policies",
    noun: "approvalPolicy",
    plural: "approvalPolicies",
    under: "policies",
    summary: "List approval policies, newest first",
    needs: "approvals.view",
    filters: policyFilters,
    item: ApprovalPolicy,
    run: listPolicies,
  }),

  operation({
    route: "GET /v1/approvals/policies/{id}",
    noun: "approvalPolicy",
    summary: "Get an approval policy",
    needs: "approvals.view",
    effect: "read",
    input: noInput,
    output: ApprovalPolicy,
    subject: readPolicy,
    run: (_ctx, _input, policy) => renderPolicy(policy),
  }),

  operation({
    route: "POST /v1/approvals/policies/{id}/update",
    noun: "approvalPolicy",
    summary: "Change an approval policy; requests that are open keep the policy as it was",
    needs: "approvals.edit",
    effect: "change",
    waitsForOpenTransactions: true,
    input: PolicyChange,
    output: ApprovalPolicy,
    subject: readPolicyForUpdate,
    async run(ctx, { entityType: entity_type, partnership, fourEyes: four_eyes, metadata, ...rest }, before) {
      const sent = omitUndefined({ ...rest, entity_type, four_eyes })
      assertPolicy({ ...before, ...sent })
      await assertReferences(ctx, { approvers: [], conditions: {}, ...sent }) // an approver who left does not keep it from being turned off
      const partnership_id = typeof partnership === "string" ? await resolvePartnershipId(ctx, partnership) : partnership
      return savePolicy(ctx, before, {
        ...sent,
        ...omitUndefined({ partnership_id }),
        metadata: mergeMetadata(before.metadata, metadata),
      })
    },
  }),

  operation({
    route: "POST /v1/approvals/policies/{id}/delete",
    noun: "approvalPolicy",
    summary: "Delete an approval policy; requests that are open go on under their copy of it",
    needs: "approvals.edit",
    effect: "change",
    waitsForOpenTransactions: true,
    input: noInput,
    output: z.object({ _id: Id, deleted: z.literal(true) }),
    subject: readPolicyForUpdate,
    async run(ctx, _input, policy) {
      deletePolicy(ctx, policy)
      return { _id: policy.id, deleted: true as const }
    },
  }),

  operation({
    route: "POST /v1/approvals/policies/preview",
    noun: "policyPreview",
    summary: "Tell which entities of the last days a policy would have held; nothing is saved",
    needs: "approvals.view",
    effect: "read",
    refuses: ["APR-1001", "SMR-"],
    input: PolicyPreview,
    output: PreviewResult,
    async run(ctx, { entityType, partnership, days, ...policy }) {
      assertPolicy({ ...policy, approvers: policy.strategy === "auto-approve" ? [] : ["any"] })
      const partnership_id = partnership === null ? null : await resolvePartnershipId(ctx, partnership)
      const since = new Date(ctx.now.getTime() - days * dayMs)
      const examined = await gates[entityType].recent(ctx, since, maxExamined)
      const held = examined.filter(({ facts }) => matches({ ...policy, partnership_id }, facts))
      const shown = held.slice(0, maxRows)
      const creators = await findCreators(
        ctx,
        shown.map(({ id }) => id),
      )
      const rows = shown.map(({ id, at, facts }) => ({
        entity: id,
        amount: facts.amount,
        currency: currencyOf(entityType, facts),
        at: isoTime(at),
        requestedBy: creators.get(id) ?? null,
      }))
      return { examined: examined.length, held: held.length, rows }
    },
  }),

  timeline("approvals/policies", "approvals.view", readPolicy),
]

const maxExamined = 10_000
const maxRows = 100

/** Contract: approvers must be users of the tenant; the refusal names the one that is not. */
async function assertReferences(ctx: Context, { approvers, conditions }: { approvers: readonly string[]; conditions: Conditions }) {
  const active = await findActiveUsers(ctx, approvers)
  const unknown = approvers.find(user => !active.has(user))
  if (unknown !== undefined) throw approvalProblem("APR-1001", { reason: `the approver ${unknown} is not an active user of this tenant` })
  await Promise.all((conditions.primaryTeams ?? []).map(team => resolveTeam(ctx, team)))
}
