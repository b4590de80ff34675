import { z } from "zod"
import { common, Id, Metadata, UtcTimestamp, text, Timestamp, Version } from "../../kit/pure/fields.ts"
import { by, commonFilters } from "../../kit/pure/filters.ts"
import { endpointStatuses } from "./values.ts"

/** Sent by the operation `test` to its endpoint only, whatever events the endpoint subscribes to. */
export const testEvent = "webhooks.test"

export const Webhook = z
  .object({
    _id: Id,
    url: z.string().meta({ description: "User, password and the values of the query are *** for callers without webhooks.edit" }),
    events: z.array(z.string()),
    description: z.string(),
    status: z
      .enum(endpointStatuses)
      .meta({ description: "disabled: by a user, or because it answered 410; inactive: it failed for more than 24 hours" }),
    reason: z.string().nullable(),
    failingSince: UtcTimestamp.nullable(),
    lastSuccessAt: UtcTimestamp.nullable(),
    lastFailureAt: UtcTimestamp.nullable(),
    discarded: z.int().meta({ description: "Events that happened while it was not active; they are not delivered later" }),
    version: Version,
    ...common,
  })
  .meta({ id: "Webhook" })
export type Webhook = z.output<typeof Webhook>

export const CreatedWebhook = Webhook.extend({ secret: z.string().meta({ description: "Shown only in this response" }) }).meta({
  id: "CreatedWebhook",
})

const Secret = text(256, 8)
const Url = z
  .url({ protocol: /^https?$/, error: "must be an http or https address" })
  .max(2000, "must have at most 2000 characters")
  .meta({ example: "https://shop.example.com/hooks" })
const Events = z
  .array(text(100))
  .min(1)
  .max(100)
  .meta({ description: "Event types, or * for all", example: ["paymentIntents.update"] })

export const NewWebhook = z.object({
  url: Url,
  events: Events,
  secret: Secret.optional().meta({ description: "8 to 256 characters; generated when absent" }),
  description: text(500).default(""),
  metadata: Metadata.default({}),
})

export const WebhookChange = z.object({ url: Url, events: Events, description: text(500), metadata: Metadata }).partial()

export const Rotation = z.object({ secret: Secret.optional() })
export const Period = z.object({ from: Timestamp, to: Timestamp })
export const Replayed = z.object({ replayed: z.int().meta({ description: "The number of events that are delivered again" }) })

const deliveryStatuses = ["pending", "delivered", "abandoned", "canceled"] as const

const Attempt = z.object({
  n: z.int(),
  at: UtcTimestamp,
  ms: z.int(),
  status: z.int().nullable().meta({ description: "The HTTP status; null when the endpoint did not answer" }),
  error: z.string().nullable(),
  headers: z.record(z.string(), z.string()).nullable().meta({
    description: "Of a response that was not a success: content-type, date, location, retry-after and server; null without webhooks.edit",
  }),
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
    answer: z
      .string()
      .nullable()
      .meta({ description: "The first 8 KiB of the last response body; null for callers without webhooks.edit" }),
    nextAttemptAt: UtcTimestamp.nullable(),
    finishedAt: UtcTimestamp.nullable(),
    createdAt: UtcTimestamp,
  })
  .meta({ id: "Delivery" })
export type Delivery = z.output<typeof Delivery>

export const SentDelivery = Delivery.extend({
  request: z
    .object({
      url: z.string().meta({ description: "User, password and the values of the query are *** for callers without webhooks.edit" }),
      headers: z.record(z.string(), z.string()).meta({ description: "Of the last attempt, without the time and the signatures" }),
      body: z.string().meta({ description: "The same bytes at every attempt" }),
    })
    .nullable()
    .meta({ description: "null once the event is no longer kept" }),
}).meta({ id: "SentDelivery" })
export type SentDelivery = z.output<typeof SentDelivery>

const Counts = z.object({
  delivered: z.int(),
  waiting: z.int().meta({ description: "Not attempted yet" }),
  failing: z.int().meta({ description: "Attempted without success: retried, abandoned or canceled" }),
})

export const WebhookHealth = z
  .object({
    since: UtcTimestamp.meta({ description: "24 hours ago, by the tenant's clock" }),
    ...Counts.shape,
    attempts: z.int().meta({ description: "Of the deliveries that arrived" }),
    medianMs: z.int().nullable().meta({ description: "How long half of the replies take at most" }),
    p95Ms: z.int().nullable().meta({ description: "How long 95 of 100 replies take at most" }),
    hours: z.array(Counts.extend({ at: UtcTimestamp })).meta({ description: "The 24 hours, the oldest first, by when the event happened" }),
    turnsOffAt: UtcTimestamp.nullable().meta({
      description: "While it fails: when it becomes inactive if nothing is delivered until then",
    }),
  })
  .meta({ id: "WebhookHealth" })
export type WebhookHealth = z.output<typeof WebhookHealth>

export const webhookFilters = { status: by.oneOf("status", endpointStatuses), url: by.text("url"), ...commonFilters }
export const deliveryFilters = {
  status: by.oneOf("status", deliveryStatuses),
  event: by.text("event"),
  eventId: by.text("event_id"),
  createdAt: by.time("created_at", true),
}
