import { z } from "zod"
import { Amount, common, Currency, Id, Metadata, Reference, text, UtcTimestamp, Version } from "../../kit/pure/fields.ts"
import { by, commonFilters } from "../../kit/pure/filters.ts"
import { disputeStages, disputeStatuses } from "./values.ts"

export const outcomes = ["won", "lost"] as const

const Evidence = z.object({
  text: z.string(),
  documents: z.array(z.union([z.string(), z.object({ name: z.string(), url: z.string(), kind: z.string().optional() })])),
  submittedAt: UtcTimestamp,
})
export type Evidence = z.output<typeof Evidence>

export const Dispute = z
  .object({
    _id: Id,
    number: z.string().meta({ description: "Human-readable number; unique in the tenant and increasing", example: "DP-000123" }),
    transaction: Id.meta({ description: "The charge whose money the payer's bank contests" }),
    paymentIntent: Id,
    contact: Id,
    gateway: z.string().meta({ description: "The gateway that reported it" }),
    connection: Id.nullable().meta({ description: "The gateway connection of its charge" }),
    reference: z.string().meta({ description: "How the gateway names it" }),
    amount: Amount,
    currency: Currency,
    reason: z.string().meta({ description: "Why the payer contests the charge, as the gateway says it", example: "fraudulent" }),
    status: z.enum(disputeStatuses).meta({ description: "needs-response: waits for evidence; under-review: the payer's bank decides" }),
    stage: z.enum(disputeStages).meta({
      description:
        "inquiry: the bank only asks, and no money moves; appeal: a lost dispute is contested, and its money stays lost meanwhile",
    }),
    evidence: Evidence.nullable().meta({ description: "What was sent to the payer's bank" }),
    evidenceDueAt: UtcTimestamp.meta({ description: "The dispute is lost without evidence by then" }),
    fees: Amount.meta({ description: "What the gateway took for the dispute" }),
    settlement: z
      .object({ net: z.int().meta({ description: "What its balance changed by so far" }), fee: z.int(), currency: Currency })
      .nullable()
      .meta({ description: "What the provider made of it in its own books, where they are in another currency" }),
    closedAt: UtcTimestamp.nullable().meta({ description: "When it was won, lost or accepted" }),
    version: Version,
    ...common,
  })
  .meta({ id: "Dispute" })
export type Dispute = z.output<typeof Dispute>

const EvidenceDocument = z.union([
  text(2000, 1),
  z.strictObject({
    name: text(200, 1),
    url: text(2000, 1).regex(/^https?:\/\//i, "must begin with https:// or http://"),
    kind: text(50, 1).optional().meta({ description: "What it shows, where the gateway has a place for each kind", example: "receipt" }),
  }),
])

export const NewEvidence = z
  .object({
    text: text(20_000, 1).meta({ description: "Why the charge is valid" }),
    documents: z
      .array(EvidenceDocument)
      .max(20)
      .default([])
      .meta({ description: "Up to 20 addresses of documents, or names with addresses and what each shows" }),
  })
  .meta({
    example: { text: "Delivered on 3 March, signed by the customer", documents: [{ name: "Receipt", url: "https://example.com/r.pdf" }] },
  })
export type NewEvidence = z.output<typeof NewEvidence>

export const DisputeChange = z.object({ metadata: Metadata })

export const SimulatedDispute = z
  .object({
    transaction: Reference("Id of a charge through the simulator; it must have succeeded"),
    amount: Amount.min(1, "must be at least 1").optional().meta({ description: "All that is left of the charge when it is absent" }),
    reason: text(200, 1).default("fraudulent"),
    stage: z
      .enum(["inquiry", "dispute"], "must be inquiry or dispute")
      .default("dispute")
      .meta({ description: "inquiry: the bank only asks, and no money moves" }),
  })
  .meta({ example: { transaction: "69e3b0c44298fc1c149afbf4", amount: 5000, reason: "fraudulent" } })
export type SimulatedDispute = z.output<typeof SimulatedDispute>

/** The stages that the simulated bank can begin later. */
export const laterStages = ["dispute", "appeal"] as const
export const NextStage = z.object({ stage: z.enum(laterStages, "must be dispute or appeal") })

export const Resolution = z.object({ outcome: z.enum(outcomes, "must be won or lost") })

export const disputeFilters = {
  open: by.boolean("status"),
  status: by.oneOf("status", disputeStatuses),
  stage: by.oneOf("stage", disputeStages),
  transaction: by.text("transaction_id"),
  paymentIntent: by.text("payment_intent_id"),
  contact: by.text("contact_id"),
  currency: by.currency("currency"),
  amount: by.amount("amount"),
  reason: by.text("reason"),
  gateway: by.text("gateway"),
  connection: by.text("connection_id"),
  reference: by.text("reference"),
  number: by.text("number"),
  evidenceDueAt: by.time("evidence_due_at", true),
  closedAt: by.time("closed_at"),
  ...commonFilters,
}
