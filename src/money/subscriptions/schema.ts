import { z } from "zod"
import { calendarUnits } from "../../kit/pure/calendar.ts"
import { Amount, common, Currency, Id, Metadata, Reference, text, Timestamp, Total, UtcTimestamp, Version } from "../../kit/pure/fields.ts"
import { by, commonFilters } from "../../kit/pure/filters.ts"
import { LineTax } from "../../kit/pure/tax.ts"
import { NewItem } from "../payment-intents/schema.ts"
import { chargeSources, subscriptionModes, subscriptionStatuses } from "./values.ts"

const Cadence = z.strictObject({
  every: z.int("must be a whole number").min(1, "must be at least 1").max(1000, "must be at most 1000"),
  unit: z.enum(calendarUnits, `must be one of ${calendarUnits.join(", ")}`),
})
export type Cadence = z.output<typeof Cadence>

/** A line of every cycle. An item of an order is billed once, so a line can't name one. */
const NewLine = NewItem.omit({ orderItem: true })
const Line = z.object({
  name: z.string(),
  description: z.string(),
  category: z.string(),
  amount: Amount,
  service: Id.optional(),
  supplier: Id.optional(),
  tax: LineTax.optional(),
})
export type SubscriptionLine = z.output<typeof Line>

const Stats = z
  .object({
    raised: z.int().meta({ description: "Payment requests raised so far" }),
    paid: z.int().meta({ description: "Those that are fully paid" }),
    overdue: z.int().meta({ description: "Those past their due date and not fully paid" }),
    failed: z.int().meta({ description: "Open requests whose automatic charge has failed" }),
    byCurrency: z
      .record(z.string(), z.object({ billed: Total, paid: Total, outstanding: Total }))
      .meta({ description: "Amounts of all requests that are not canceled" }),
  })
  .meta({ id: "SubscriptionStats" })
export type Stats = z.output<typeof Stats>

const Failure = z.object({ paymentIntent: Id, code: z.string(), message: z.string(), at: UtcTimestamp })
export type Failure = z.output<typeof Failure>

export const Subscription = z
  .object({
    _id: Id,
    number: z.string().meta({ description: "Human-readable number; unique in the tenant and increasing", example: "SUB-000123" }),
    contact: Id,
    currency: Currency,
    amount: Amount.meta({ description: "What each cycle asks for" }),
    items: z.array(Line),
    cadence: z.object({ every: z.int(), unit: z.enum(calendarUnits) }),
    startAt: UtcTimestamp.meta({ description: "When the first cycle begins; the dates of all others count from it" }),
    endAt: UtcTimestamp.nullable().meta({ description: "No cycle begins at this time or later" }),
    cycles: z.int().nullable().meta({ description: "How many cycles there are in all" }),
    dueAfterDays: z.int().meta({ description: "0: a request is due at the end of the day of its cycle, in the tenant's time zone" }),
    mode: z.enum(subscriptionModes),
    chargeBy: z.enum(chargeSources).nullable().meta({ description: "What the mode auto-charge charges by; null for the mode request" }),
    authorization: Id.nullable(),
    savedMethod: Id.nullable().meta({
      description: "The card that each cycle is charged to. null with chargeBy saved-method: the payer saves one with the next payment",
    }),
    status: z.enum(subscriptionStatuses),
    cycle: z.int().meta({ description: "Cycles raised so far" }),
    nextCycleAt: UtcTimestamp.nullable().meta({ description: "null unless it is active" }),
    cancelAt: UtcTimestamp.nullable().meta({ description: "When it ends, or ended, because it was canceled" }),
    lastIntent: Id.nullable().meta({ description: "The payment intent of the last cycle" }),
    lastFailure: Failure.nullable().meta({ description: "The last automatic charge that failed, and why" }),
    description: z.string().nullable(),
    team: Id.nullable(),
    stats: Stats.optional().meta({ description: "Counted when it is read; events do not have it" }),
    version: Version,
    ...common,
  })
  .meta({ id: "Subscription" })
export type Subscription = z.output<typeof Subscription>

const items = z.array(NewLine).min(1).max(200)
const endAt = Timestamp.meta({ description: "No cycle begins at this time or later, ISO 8601 with a zone; not together with cycles" })
const cycles = z.int("must be a whole number").min(1, "must be at least 1").max(100_000, "must be at most 100000")
const dueAfterDays = z.int("must be a whole number of days").min(0, "must be at least 0").max(365, "must be at most 365")

const schedule = {
  contact: Reference("Contact id or e-mail"),
  currency: Currency,
  items,
  cadence: Cadence,
  startAt: Timestamp.optional().meta({ description: "When the first cycle begins, ISO 8601 with a zone; now when absent" }),
  endAt: endAt.optional(),
  cycles: cycles.optional().meta({ description: "How many cycles there are in all; not together with endAt" }),
  dueAfterDays: dueAfterDays.default(0),
  description: text(2000).nullish().meta({ description: "Copied to every payment intent it raises" }),
}

export const NewSubscription = z
  .object({
    ...schedule,
    mode: z.enum(subscriptionModes, `must be one of ${subscriptionModes.join(", ")}`).default("request"),
    chargeBy: z
      .enum(chargeSources, `must be one of ${chargeSources.join(", ")}`)
      .optional()
      .meta({
        description:
          "With the mode auto-charge. saved-method without savedMethod: the first request asks the payer to save a card, and each later " +
          "cycle is charged to it",
      }),
    authorization: Id.optional().meta({ description: "With the mode auto-charge: the contact's mandate by which each cycle is charged" }),
    savedMethod: Id.optional().meta({ description: "With the mode auto-charge: the contact's saved card that each cycle is charged to" }),
    team: Id.nullish().meta({ description: "The team that its requests belong to" }),
    metadata: Metadata.default({}),
  })
  .meta({
    example: {
      contact: "ana@example.com",
      currency: "BRL",
      items: [{ name: "Membership", amount: 5000 }],
      cadence: { every: 1, unit: "month" },
      cycles: 12,
    },
  })

/** For agents: requests only, because a tool moves no money. */
export const NewSchedule = z.object(schedule)

/** Only the sent fields change, from the next cycle on; null clears one. */
export const SubscriptionChange = z
  .object({
    items,
    startAt: Timestamp.meta({ description: "As long as no cycle was raised" }),
    endAt: endAt.nullable(),
    cycles: cycles.nullable(),
    dueAfterDays,
    authorization: Id.meta({ description: "Another mandate of the same contact; charges that are tried again use it too" }),
    savedMethod: Id.meta({ description: "Another saved card of the same contact; charges that are tried again use it too" }),
    description: text(2000).nullable(),
    team: Id.nullable(),
    metadata: Metadata,
  })
  .partial()

export const Cancellation = z.object({
  at: z
    .enum(["now", "cycle-end"], "must be now or cycle-end")
    .default("now")
    .meta({ description: "cycle-end: when the next cycle would begin" }),
})

export const UpcomingQuery = z.object({
  limit: z
    .int("must be a whole number from 1 to 100")
    .min(1, "must be a whole number from 1 to 100")
    .max(100, "must be a whole number from 1 to 100")
    .default(12)
    .meta({ description: "How many cycles, 1 to 100" }),
})

export const UpcomingCycle = z
  .object({ cycle: z.int(), at: UtcTimestamp, dueAt: UtcTimestamp, amount: Amount, currency: Currency })
  .meta({ id: "UpcomingCycle" })

export const subscriptionFilters = {
  status: by.oneOf("status", subscriptionStatuses),
  mode: by.oneOf("mode", subscriptionModes),
  contact: by.text("contact_id"),
  currency: by.currency("currency"),
  amount: by.amount("amount"),
  number: by.text("number"),
  authorization: by.text("authorization_id"),
  savedMethod: by.text("saved_method_id"),
  team: by.text("team_id"),
  startAt: by.time("start_at", true),
  nextCycleAt: by.time("next_cycle_at"),
  endAt: by.time("end_at"),
  cancelAt: by.time("cancel_at"),
  cycle: by.integer("cycle"),
  cycles: by.integer("cycles"),
  dueAfterDays: by.integer("due_after_days"),
  ...commonFilters,
}
