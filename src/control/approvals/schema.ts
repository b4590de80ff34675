import { z } from "zod"
import { Amount, common, Currency, Id, Metadata, Name, Reference, text, Timestamp, UtcTimestamp, Version } from "../../kit/pure/fields.ts"
import { by, commonFilters } from "../../kit/pure/filters.ts"
import { entityTypes, recipientTypes, requestStatuses, strategies } from "./values.ts"

const actions = ["create", "charge", "refund", "send", "authorize", "reopen"] as const
export type Action = (typeof actions)[number]
const currencyModes = ["same-currency", "fx", "any"] as const

const maxApprovers = 100
const maxValues = 100
const codes = z.array(Currency).max(maxValues)

/** All combined with AND; an empty or missing one matches everything. */
export const Conditions = z
  .strictObject({
    amountMin: Amount.min(0, "must be at least 0"),
    amountMax: Amount.min(0, "must be at least 0"),
    currencyMode: z.enum(currencyModes),
    sourceCurrencies: codes,
    targetCurrencies: codes,
    methods: z.array(text(100, 1)).max(maxValues),
    actions: z.array(z.enum(actions)).max(maxValues),
    recipientTypes: z.array(z.enum(recipientTypes)).max(maxValues),
    primaryTeams: z.array(Id).max(maxValues),
  })
  .partial()
  .meta({ id: "ApprovalConditions", description: "Narrows which entities match: all conditions must hold, and an empty one always holds" })
export type Conditions = z.output<typeof Conditions>

export const TypeConditions = z
  .object({
    entityType: z.enum(entityTypes),
    conditions: z.array(Conditions.keyof()).meta({ description: "The conditions that a policy of this type may have" }),
    currencyModes: z.array(z.enum(currencyModes)).meta({ description: "The values that such an entity can have" }),
    actions: z.array(z.enum(actions)).meta({ description: "The values that such an entity can have" }),
    recipientTypes: z.array(z.enum(recipientTypes)).meta({ description: "The values that such an entity can have" }),
    hasPartnership: z.boolean().meta({ description: "Whether a policy of this type may be scoped to a partnership" }),
  })
  .meta({ id: "TypeConditions" })

export const ApprovalPolicy = z
  .object({
    _id: Id,
    name: z.string(),
    entityType: z.enum(entityTypes),
    strategy: z.enum(strategies),
    approvers: z.array(Id),
    conditions: Conditions,
    priority: z.number().meta({ description: "When several policies match, the highest wins" }),
    enabled: z.boolean(),
    partnership: Id.nullable().meta({ description: "The only partnership that it applies to" }),
    fourEyes: z.boolean().meta({ description: "The people who requested or drafted it may not decide" }),
    version: Version,
    ...common,
  })
  .meta({ id: "ApprovalPolicy" })
export type ApprovalPolicy = z.output<typeof ApprovalPolicy>

const fields = {
  name: Name,
  entityType: z.enum(entityTypes),
  strategy: z.enum(strategies),
  approvers: z.array(Id).max(maxApprovers, `must have at most ${maxApprovers} entries`),
  conditions: Conditions,
  priority: z.number("must be a number"),
  enabled: z.boolean(),
  partnership: Reference("Partnership id, code or name").nullable(),
  fourEyes: z.boolean(),
  metadata: Metadata,
}

export const NewPolicy = z
  .object({
    ...fields,
    approvers: fields.approvers.default([]).meta({ description: "User ids, 1 to 100; none with auto-approve" }),
    conditions: Conditions.default({}),
    priority: fields.priority.default(0),
    enabled: z.boolean().default(true),
    partnership: fields.partnership.default(null),
    fourEyes: z.boolean().default(false),
    metadata: Metadata.default({}),
  })
  .meta({
    example: {
      name: "Payouts over 1,000",
      entityType: "payout",
      strategy: "any-of",
      approvers: ["69e3b0c44298fc1c149afbf4"],
      conditions: { amountMin: 100_000 },
    },
  })
export const PolicyChange = z.object(fields).partial()

export const policyFilters = {
  entityType: by.oneOf("entity_type", entityTypes),
  strategy: by.oneOf("strategy", strategies),
  enabled: by.boolean("enabled"),
  partnership: by.text("partnership_id"),
  name: by.text("name"),
  fourEyes: by.boolean("four_eyes"),
  priority: by.number("priority"),
  ...commonFilters,
}

/** What a policy matches on, and what a request is about. */
export const Facts = z.object({
  action: z.enum(actions),
  amount: Amount.nullable().meta({ description: "null: without a limit, which is larger than any amount" }),
  sourceCurrency: Currency,
  targetCurrency: Currency,
  method: z.string().nullable(),
  recipientType: z.enum(recipientTypes).nullable(),
  team: Id.nullable(),
  partnerships: z.array(Id),
})
export type Facts = z.output<typeof Facts>

const decisions = ["approved", "rejected"] as const
const Decided = z.object({
  user: Id.nullable().meta({ description: "null: approved automatically" }),
  for: Id.nullable().meta({ description: "The approver whose decisions were delegated to the user" }),
  decision: z.enum(decisions),
  comment: z.string().nullable(),
  at: UtcTimestamp,
})
export type Decided = z.output<typeof Decided>

const Effect = z.object({ code: z.string(), text: z.string() })
export type Effect = z.output<typeof Effect>
const Explanation = z
  .object({
    conditions: z.array(z.object({ condition: z.string(), rule: z.unknown(), actual: z.unknown() })),
    alsoMatched: z.array(z.object({ policy: Id, name: z.string(), priority: z.number() })),
    onApprove: z.array(Effect),
    onReject: z.array(Effect),
  })
  .meta({ description: "Why it is held, and what each decision will do" })

export const ApprovalRequest = z
  .object({
    _id: Id,
    policy: Id,
    policyName: z.string(),
    entityType: z.enum(entityTypes),
    entity: Id,
    action: z.enum(actions),
    amount: Amount.meta({ description: "In minor units; 0 when `isUnlimited`" }),
    currency: Currency,
    isUnlimited: z.boolean().meta({ description: "A mandate without a limit, which counts as larger than any amount" }),
    status: z.enum(requestStatuses),
    strategy: z.enum(strategies),
    approvers: z.array(Id),
    assignee: Id.nullable().meta({ description: "Whose turn it is with round-robin" }),
    decisions: z.array(Decided),
    remaining: z.array(Id).meta({ description: "Approvers whose approval is still needed" }),
    requestedBy: z.string(),
    draftedBy: z.string().nullable().meta({ description: "Who drafted it, when somebody else requested it" }),
    fourEyes: z.boolean(),
    reason: z.string().nullable().meta({ description: "Why it was canceled" }),
    explanation: Explanation,
    remindedAt: UtcTimestamp.nullable(),
    expiresAt: UtcTimestamp,
    resolvedAt: UtcTimestamp.nullable(),
    version: Version,
    ...common,
  })
  .meta({ id: "ApprovalRequest" })
export type ApprovalRequest = z.output<typeof ApprovalRequest>

export const requestFilters = {
  status: by.oneOf("status", requestStatuses),
  entityType: by.oneOf("entity_type", entityTypes),
  entity: by.text("entity_id"),
  policy: by.text("policy_id"),
  assignee: by.text("assignee_id"),
  requestedBy: by.text("requested_by"),
  approver: by.text("id"),
  strategy: by.oneOf("strategy", strategies),
  action: by.oneOf("(facts ->> 'action')", actions),
  amount: by.amount("coalesce((facts ->> 'amount')::bigint, 0)"),
  currency: by.currency("(facts ->> case entity_type when 'payout' then 'sourceCurrency' else 'targetCurrency' end)"),
  expiresAt: by.time("expires_at"),
  resolvedAt: by.time("resolved_at"),
  ...commonFilters,
}

export const Decision = z.object({
  comment: text(1000).optional(),
  for: Id.optional().meta({
    description:
      "The approver who delegated to you; needed when several did, or when you are an approver too and would decide for yourself",
  }),
})
export const Withdrawal = z.object({ reason: text(500, 1).optional() })

const summaryStatuses = [...requestStatuses, "none"] as const
export const ApprovalSummary = z
  .object({
    entityType: z.enum(entityTypes),
    entity: Id,
    required: z.boolean(),
    awaitingApproval: z.boolean(),
    status: z.enum(summaryStatuses),
    request: Id.nullable(),
    approvedBy: z.array(Id),
    remaining: z.array(Id),
    assignee: Id.nullable(),
  })
  .meta({ id: "ApprovalSummary" })
export type ApprovalSummary = z.output<typeof ApprovalSummary>

/** The field `approval` of an object that a policy can hold. */
export const Approval = z
  .object({ required: z.boolean(), status: z.enum(summaryStatuses), request: Id.nullable() })
  .meta({ id: "Approval", description: "Whether a policy holds it, and the request to decide" })
export type Approval = z.output<typeof Approval>
export const noApproval: Approval = { required: false, status: "none", request: null }

export const PolicyPreview = z.object({ ...NewPolicy.shape, name: text(200).default(""), days: z.int().min(1).max(366).default(30) })
const PolicyWarning = z.object({
  code: z.enum(["approver-may-not-decide", "maker-is-only-approver", "never-matches"]),
  message: z.string(),
})
export type PolicyWarning = z.output<typeof PolicyWarning>
const PreviewRow = z.object({
  entity: Id,
  amount: Amount,
  currency: Currency,
  isUnlimited: z.boolean(),
  at: UtcTimestamp,
  requestedBy: z.string().nullable(),
})
export const PreviewResult = z.object({
  examined: z.int().meta({ description: "Entities of the type that were created in these days, 10,000 at most" }),
  held: z.int().meta({ description: "How many of them the policy would have held" }),
  rows: z.array(PreviewRow).meta({ description: "The newest 100 of them" }),
  warnings: z.array(PolicyWarning).meta({ description: "What to know before it is saved" }),
})

export const NewDelegation = z.object({ to: Id, from: Timestamp, until: Timestamp })
export const Delegation = z
  .object({ _id: Id, user: Id, to: Id, from: UtcTimestamp, until: UtcTimestamp, version: Version, ...common })
  .meta({ id: "Delegation" })
export type Delegation = z.output<typeof Delegation>
export const userDelegationFilters = { to: by.text("to_user"), from: by.time("from_at"), until: by.time("until_at"), ...commonFilters }
export const delegationFilters = { user: by.text("user_id"), ...userDelegationFilters }
