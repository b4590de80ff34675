import { z } from "zod"
import { audit } from "../../kit/events/audit.ts"
import { listing, noInput, operation } from "../../kit/operation/operation.ts"
import { invalidField } from "../../kit/pure/errors.ts"
import { narrow } from "../../kit/pure/filters.ts"
import { timeline } from "../audit/timeline.ts"
import { readSentDelivery, renderSentDelivery } from "./delivery-log-store.ts"
import { listDeliveries, readDelivery, redeliver, renderDelivery } from "./delivery-store.ts"
import { replayEvents } from "./replay-store.ts"
import { readHealth } from "./health.ts"
import { assertActive } from "./rules.ts"
import { Delivery, deliveryFilters, Period, Replayed, SentDelivery, WebhookHealth } from "./schema.ts"
import { readWebhook } from "./store.ts"

export const deliveryOperations = [
  listing({
    route: "GET /v1/dev/webhooks/{id}/deliveries",
    noun: "delivery",
    plural: "deliveries",
    summary: "List the deliveries to an endpoint, newest first, with every attempt and the last response; kept for 90 days",
    needs: "webhooks.view",
    filters: deliveryFilters,
    item: Delivery,
    subject: readWebhook,
    run: (ctx, query, { id }) => listDeliveries(ctx, narrow(query, "endpoint_id", id)),
  }),

  operation({
    route: "GET /v1/dev/webhooks/{id}/deliveries/{deliveryId}",
    noun: "delivery",
    summary: "One delivery with the request as it was sent; without the time and the signatures, which differ for each attempt",
    needs: "webhooks.view",
    effect: "read",
    input: z.object({ deliveryId: z.string() }),
    output: SentDelivery,
    subject: readWebhook,
    run: async (ctx, { deliveryId }, webhook) => renderSentDelivery(await readSentDelivery(ctx, webhook.id, deliveryId), webhook, ctx),
  }),

  operation({
    route: "GET /v1/dev/webhooks/{id}/health",
    label: "Get the health of a webhook",
    noun: "webhookHealth",
    summary:
      "How the last 24 hours of deliveries went, by hour, how fast the endpoint replies, and when it becomes inactive if it keeps failing",
    needs: "webhooks.view",
    effect: "read",
    input: noInput,
    output: WebhookHealth,
    subject: readWebhook,
    run: readHealth,
  }),

  operation({
    route: "POST /v1/dev/webhooks/{id}/deliveries/{deliveryId}/redeliver",
    noun: "webhook",
    summary: "Send a delivery again with the same bytes, whether it was delivered or not",
    needs: "webhooks.edit",
    effect: "change",
    input: z.object({ deliveryId: z.string() }),
    output: Delivery,
    subject: readWebhook,
    assertPart: (ctx, { id }, { deliveryId }) => readDelivery(ctx, id, deliveryId!),
    assertPossible: assertActive,
    async run(ctx, { deliveryId }, webhook) {
      const delivery = await readDelivery(ctx, webhook.id, deliveryId)
      redeliver(ctx, delivery)
      audit(ctx, { action: "webhooks.redeliver", kind: "webhooks", id: webhook.id, after: { delivery: deliveryId } })
      return renderDelivery(delivery, ctx)
    },
  }),

  operation({
    route: "POST /v1/dev/webhooks/{id}/replay",
    label: "Send events again to a webhook",
    noun: "webhook",
    summary: "Send the events of a period again, at most 10,000 at once; each keeps its messageId",
    needs: "webhooks.edit",
    effect: "change",
    input: Period,
    output: Replayed,
    subject: readWebhook,
    assertPossible: assertActive,
    async run(ctx, { from, to }, webhook) {
      if (from > to) throw invalidField("from", "must not be after to")
      audit(ctx, { action: "webhooks.replay", kind: "webhooks", id: webhook.id, after: { from, to } })
      return { replayed: await replayEvents(ctx, webhook, from, to) }
    },
  }),

  timeline("dev/webhooks", "webhooks.view", readWebhook),
]
