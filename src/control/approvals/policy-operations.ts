import { z } from "zod"
import type { Context } from "../../kit/db/context.ts"
import { listing, noInput, operation } from "../../kit/operation/operation.ts"
import { dayMs } from "../../kit/pure/calendar.ts"
import { Id } from "../../kit/pure/fields.ts"
import { mergeMetadata } from "../../kit/pure/metadata.ts"
import { omitUndefined } from "../../kit/pure/omit-undefined.ts"
import { isoTime } from "../../kit/pure/time.ts"
import { resolvePartnershipId } from "../../parties/partnerships/store.ts"
import { findCreators } from "../../platform/audit/store.ts"
import { timeline } from "../../platform/audit/timeline.ts"
import { findUsers, resolveTeam } from "../../platform/tenants/store.ts"
import { lockPolicies } from "../../platform/tenants/policies-store.ts"
import {
  assertApprovers,
  assertPartsExist,
  assertPolicy,
  assertStrategyFits,
  conditionsOf,
  currencyOf,
  matches,
  warningsOf,
} from "./policy-rules.ts"
import { deletePolicy, insertPolicy, listPolicies, readPolicy, readPolicyForUpdate, renderPolicy, savePolicy } from "./policy-store.ts"
import type { Gates } from "./ports.ts"
import {
  ApprovalPolicy,
  type Conditions,
  NewPolicy,
  PolicyChange,
  policyFilters,
  PolicyPreview,
  PreviewResult,
  TypeConditions,
} from "./schema.ts"
import { entityTypes } from "./values.ts"

export const policyOperations = (gates: Gates) => [
  operation({
    route: "POST /v1/approvals/policies/create",
    creates: true,
    noun: "approvalPolicy",
    summary: "Create a policy that holds matching entities until its approvers have approved them",
    needs: "approvals.edit",
    needsConfirmation: "daily",
    effect: "change",
    waitsForOpenTransactions: true,
    input: NewPolicy,
    output: ApprovalPolicy,
    async run(ctx, { entityType: entity_type, partnership, fourEyes: four_eyes, ...policy }) {
      await lockPolicies(ctx) // before the approvers are read, so that this and a change of their role wait for each other
      const partnership_id = partnership === null ? null : await resolvePartnershipId(ctx, partnership)
      assertPolicy(policy)
      assertStrategyFits(entity_type, policy.strategy)
      assertPartsExist(entity_type, { ...policy, partnership_id })
      await assertApproversDecide(ctx, policy.approvers)
      await resolveTeams(ctx, policy.conditions)
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
    needsConfirmation: "daily",
    effect: "change",
    waitsForOpenTransactions: true,
    input: PolicyChange,
    output: ApprovalPolicy,
    subject: readPolicyForUpdate,
    async run(ctx, { entityType: entity_type, partnership, fourEyes: four_eyes, metadata, ...rest }, before) {
      const partnership_id = typeof partnership === "string" ? await resolvePartnershipId(ctx, partnership) : partnership
      const sent = omitUndefined({ ...rest, entity_type, four_eyes, partnership_id })
      const after = { ...before, ...sent }
      assertPolicy(after)
      assertStrategyFits(after.entity_type, after.strategy)
      const isTurnedOn = sent.enabled === true && !before.enabled
      if (isTurnedOn || touches(sent, ["entity_type", "conditions", "partnership_id"])) assertPartsExist(after.entity_type, after)
      if (isTurnedOn || touches(sent, ["strategy", "approvers"])) await assertApproversDecide(ctx, after.approvers)
      if (sent.conditions) await resolveTeams(ctx, sent.conditions)
      return savePolicy(ctx, before, { ...sent, metadata: mergeMetadata(before.metadata, metadata) })
    },
  }),

  operation({
    route: "POST /v1/approvals/policies/{id}/delete",
    noun: "approvalPolicy",
    summary: "Delete an approval policy; requests that are open go on under their copy of it",
    needs: "approvals.edit",
    needsConfirmation: "daily",
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
    summary: "Show which entities of the last days a policy would have held; nothing is saved",
    needs: "approvals.view",
    effect: "read",
    refuses: ["APR-1001", "SMR-"],
    input: PolicyPreview,
    output: PreviewResult,
    async run(ctx, { entityType, partnership, days, ...policy }) {
      const partnership_id = partnership === null ? null : await resolvePartnershipId(ctx, partnership)
      assertPolicy({ ...policy, approvers: policy.strategy === "auto-approve" ? [] : ["any"] })
      assertStrategyFits(entityType, policy.strategy)
      assertPartsExist(entityType, { ...policy, partnership_id })
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
        amount: facts.amount ?? 0,
        currency: currencyOf(entityType, facts),
        isUnlimited: facts.amount === null,
        at: isoTime(at),
        requestedBy: creators.get(id) ?? null,
      }))
      const users = await findUsers(ctx, policy.approvers)
      const warnings = warningsOf({ ...policy, entityType, partnership_id }, users, ctx.caller.user)
      return { examined: examined.length, held: held.length, rows, warnings }
    },
  }),

  operation({
    route: "GET /v1/approvals/conditions",
    noun: "typeConditions",
    summary: "List which conditions a policy of each entity type may have; a policy with another one is refused",
    needs: "approvals.view",
    effect: "read",
    input: noInput,
    output: z.array(TypeConditions),
    run: () => entityTypes.map(conditionsOf),
  }),

  timeline("approvals/policies", "approvals.view", readPolicy),
]

const maxExamined = 10_000
const maxRows = 100

/**
 * An update checks only the fields that it sends, unless it turns the policy on. So a policy can be turned off even when an approver has
 * left, or when it has a condition from before the check.
 */
const touches = (sent: object, fields: readonly string[]) => fields.some(field => field in sent)

const assertApproversDecide = async (ctx: Context, approvers: readonly string[]) =>
  assertApprovers(approvers, await findUsers(ctx, approvers))

const resolveTeams = (ctx: Context, { primaryTeams = [] }: Conditions) => Promise.all(primaryTeams.map(team => resolveTeam(ctx, team)))
