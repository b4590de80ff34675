import { z } from "zod"
import { common, Id, Metadata, Moment, text, Timestamp, Version } from "../kit/fields.ts"
import { by, commonFilters } from "../kit/filters.ts"

/** Spec: twelve, and the same grammar for what came after it. */
const specified = {
  contacts: ["create", "update"],
  paymentIntents: ["create", "update", "delete"],
  transactions: ["create", "update"],
  splitIntents: ["create", "update", "delete"],
  partnerships: ["create", "update"],
}
const further = ["orders", "services", "bankTransfers", "refundIntents", "payouts", "disputes", "subscriptions", "authorizations"]
const furthest = ["bankAccounts", "approvalRequests"]
export const eventTypes: readonly string[] = [
  ...Object.entries(specified).flatMap(([resource, actions]) => actions.map(action => `${resource}.${action}`)),
  ...[...further, ...furthest].flatMap(resource => [`${resource}.create`, `${resource}.update`]),
]

/** Sent by `test`, to the one endpoint that asked for it. */
export const testEvent = "webhooks.test"

export const endpointStatuses = ["active", "disabled", "inactive"] as const

export const Webhook = z
  .object({
    _id: Id,
    url: z.string(),
    events: z.array(z.string()),
    description: z.string(),
    status: z
      .enum(endpointStatuses)
      .meta({ description: "disabled: by somebody, or by its own 410; inactive: it failed for more than 24 hours" }),
    reason: z.string().nullable(),
    failingSince: Moment.nullable(),
    lastSuccessAt: Moment.nullable(),
    lastFailureAt: Moment.nullable(),
    discarded: z.int().meta({ description: "Events that came while it was not active; they are not kept for it" }),
    version: Version,
    ...common,
  })
  .meta({ id: "Webhook" })
export type Webhook = z.output<typeof Webhook>

export const CreatedWebhook = Webhook.extend({ secret: z.string().meta({ description: "Shown now and never again" }) }).meta({
  id: "CreatedWebhook",
})

const Secret = text(256, 8)
const Url = z
  .url({ protocol: /^https?$/, error: "must be an http or https address" })
  .max(2000, "must have at most 2000 characters")
  .meta({ example: "https://shop.example.com/hooks" })
const Events = z
  .array(z.string().refine(name => name === "*" || eventTypes.includes(name), "must be an event type, or *"))
  .min(1)
  .max(100)
  .meta({ description: "Event types, or * for all", example: ["paymentIntents.update"] })

export const NewWebhook = z.object({
  url: Url,
  events: Events,
  secret: Secret.optional().meta({ description: "8 to 256 characters; made when absent" }),
  description: text(500).default(""),
  metadata: Metadata.default({}),
})

export const WebhookChange = z.object({ url: Url, events: Events, description: text(500), metadata: Metadata }).partial()

export const Rotation = z.object({ secret: Secret.optional() })
export const Period = z.object({ from: Timestamp, to: Timestamp })
export const Replayed = z.object({ replayed: z.int().meta({ description: "Deliveries that were made" }) })

export const deliveryStatuses = ["pending", "delivered", "abandoned", "canceled"] as const

const Attempt = z.object({
  n: z.int(),
  at: Moment,
  ms: z.int(),
  status: z.int().nullable().meta({ description: "What the endpoint answered; null when it did not" }),
  error: z.string().nullable(),
})
export type Attempt = z.output<typeof Attempt>

export const Delivery = z
  .object({
    _id: Id.meta({ description: "The messageId" }),
    webhook: Id,
    event: z.string(),
    eventId: Id,
    status: z.enum(deliveryStatuses),
    attempts: z.array(Attempt),
    answer: z.string().nullable().meta({ description: "The last answer's first 8 KiB" }),
    nextAttemptAt: Moment.nullable(),
    finishedAt: Moment.nullable(),
    createdAt: Moment,
  })
  .meta({ id: "Delivery" })
export type Delivery = z.output<typeof Delivery>

export const webhookFilters = { status: by.oneOf("status", endpointStatuses), url: by.text("url"), ...commonFilters }
export const deliveryFilters = {
  status: by.oneOf("status", deliveryStatuses),
  event: by.text("event"),
  eventId: by.text("event_id"),
  createdAt: by.time("created_at", true),
}
