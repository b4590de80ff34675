import { z } from "zod"
import { Amount, Total, Currency } from "../../kit/pure/fields.ts"

/** The objects that can be explained, as links name them. */
const explainedTypes = [
  "payment-intents",
  "payment-splits",
  "transactions",
  "payouts",
  "refund-intents",
  "disputes",
  "subscriptions",
  "approvals/requests",
  "balances",
] as const
export type ExplainedType = (typeof explainedTypes)[number]

const linkedTypes = [...explainedTypes, "partnerships", "contacts", "authorizations", "saved-methods", "journal-closes"] as const
export type LinkedType = (typeof linkedTypes)[number]

const Link = z.object({ type: z.enum(linkedTypes), id: z.string() })

const said = {
  message: z.string().meta({ description: "With amounts in minor units, as in the messages of errors" }),
  sentence: z.string().meta({ description: "The same with the names of details in braces, to format them for a reader" }),
  details: z.record(z.string(), z.unknown()),
  link: Link.nullable().meta({ description: "The object that says so" }),
}

const Part = z.object({ ...said, amount: Amount.meta({ description: "What it adds, or takes away" }) }).meta({ id: "ExplanationPart" })
export type Part = z.output<typeof Part>

const figures = ["amount", "paid", "refunded", "disputed", "accrued", "outstanding", "available"] as const
export type Figure = (typeof figures)[number]

const subjects = ["status", "hold", "fee", "schedule", "charge", "failure", "money", "object", "policy", "condition", "decision"] as const
export type Subject = (typeof subjects)[number]

const Reason = z
  .object({
    about: z.enum([...subjects, ...figures]),
    ...said,
    amount: Total.nullable().meta({ description: "The figure; its parts add up to it" }),
    currency: Currency.nullable(),
    parts: z.array(Part),
  })
  .meta({ id: "ExplanationReason" })
export type Reason = z.output<typeof Reason>

export const Explanation = z.object({ object: Link, reasons: z.array(Reason) }).meta({ id: "Explanation" })
export type Explanation = z.output<typeof Explanation>
