import { z } from "zod"
import { audit } from "../kit/audit.ts"
import { Id } from "../kit/fields.ts"
import { given } from "../kit/given.ts"
import { mergedMetadata } from "../kit/metadata.ts"
import { listing, nothing, operation } from "../kit/operation.ts"
import { Problem } from "../kit/problem.ts"
import { setListened } from "../tenants/store.ts"
import { cancelDeliveries, cancelRest } from "./cancel-store.ts"
import { challenge } from "./challenge.ts"
import { tellAdmins } from "./deactivate.ts"
import { listDeliveries, readDelivery, replayEvents, sendAgain, sendTest, shownDelivery } from "./delivery-store.ts"
import { endpointsMost } from "./rules.ts"
import {
  CreatedWebhook,
  Delivery,
  deliveryFilters,
  NewWebhook,
  Period,
  Replayed,
  Rotation,
  testEvent,
  Webhook,
  WebhookChange,
  webhookFilters,
} from "./schema.ts"
import {
  countWebhooks,
  deleteWebhook,
  insertWebhook,
  listWebhooks,
  lockRoom,
  newSecret,
  readWebhook,
  saveWebhook,
  rotated,
  shownWebhook,
  takeWebhook,
  type WebhookRow,
} from "./store.ts"

/** What the destination made of the challenge, asked with nothing open. */
type Asked = { url: string | undefined; fault?: Problem | undefined }
const callChallenge = async ({ url }: Asked): Promise<Asked> => ({ url, fault: url === undefined ? undefined : await challenge(url) })

function assertAnswered({ fault }: Asked) {
  if (fault) throw fault
}

function assertRoom(taken: number) {
  if (taken >= endpointsMost) throw new Problem("WHK-1003", { most: endpointsMost })
}

export const webhookOperations = [
  operation({
    route: "POST /v1/dev/webhooks/create",
    noun: "webhook",
    summary: "Register an address for events; it is asked by GET and must return the validationToken as plain text",
    needs: "webhooks.edit",
    effect: "change",
    settles: true,
    input: NewWebhook,
    output: CreatedWebhook,
    outside: {
      async prepare(ctx, { url }): Promise<Asked> {
        assertRoom(await countWebhooks(ctx))
        return { url }
      },
      call: callChallenge,
    },
    async run(ctx, webhook, _subject, asked) {
      assertAnswered(asked)
      assertRoom(await lockRoom(ctx)) // asked again: others may have come while the destination was challenged
      setListened(ctx, true)
      return insertWebhook(ctx, webhook)
    },
  }),

  listing({
    route: "GET /v1/dev/webhooks",
    noun: "webhook",
    plural: "webhooks",
    summary: "List webhook endpoints, newest first, with how they fare",
    needs: "webhooks.view",
    filters: webhookFilters,
    item: Webhook,
    run: listWebhooks,
  }),

  operation({
    route: "GET /v1/dev/webhooks/{id}",
    noun: "webhook",
    summary: "One webhook endpoint, without its secret",
    needs: "webhooks.view",
    effect: "read",
    input: nothing,
    output: Webhook,
    subject: readWebhook,
    run: (ctx, _input, webhook) => shownWebhook(ctx, webhook),
  }),

  operation({
    route: "POST /v1/dev/webhooks/{id}/update",
    noun: "webhook",
    summary: "Change an endpoint's address, events or description; a new address is challenged first",
    needs: "webhooks.edit",
    effect: "change",
    settles: true,
    input: WebhookChange,
    output: Webhook,
    subject: takeWebhook,
    outside: {
      prepare: async (_ctx, { url }, webhook): Promise<Asked> => ({ url: url === webhook.url ? undefined : url }),
      call: callChallenge,
    },
    async run(ctx, { metadata, ...change }, webhook, asked) {
      assertAnswered(asked)
      const all = mergedMetadata(webhook.metadata as Record<string, string>, metadata)
      return shownWebhook(ctx, saveWebhook(ctx, webhook, { ...given(change), metadata: all }))
    },
  }),

  operation({
    route: "POST /v1/dev/webhooks/{id}/enable",
    noun: "webhook",
    summary: "Send to an endpoint again; it is challenged first",
    needs: "webhooks.edit",
    effect: "change",
    settles: true,
    input: nothing,
    output: Webhook,
    subject: takeWebhook,
    outside: {
      prepare: async (_ctx, _input, { url }): Promise<Asked> => ({ url }),
      async call(asked, { id }) {
        const answer = await callChallenge(asked)
        if (!answer.fault) await cancelRest(id)
        return answer
      },
    },
    async run(ctx, _input, webhook, asked) {
      assertAnswered(asked)
      if (webhook.status === "active") return shownWebhook(ctx, webhook)
      cancelDeliveries(ctx, webhook.id) // what was made in the instant it was disabled is not sent now
      const enabled = saveWebhook(ctx, webhook, { status: "active", reason: null, failing_since: null })
      await tellAdmins(ctx, webhook, "Your webhook is active again", [`Countersign sends events to ${webhook.url} again.`])
      return shownWebhook(ctx, enabled)
    },
  }),

  operation({
    route: "POST /v1/dev/webhooks/{id}/disable",
    noun: "webhook",
    summary: "Stop sending to an endpoint; what was on its way is canceled, and later events are not kept for it",
    needs: "webhooks.edit",
    effect: "change",
    input: nothing,
    output: Webhook,
    subject: takeWebhook,
    async run(ctx, _input, webhook) {
      cancelDeliveries(ctx, webhook.id)
      return shownWebhook(ctx, saveWebhook(ctx, webhook, { status: "disabled", reason: "by hand", failing_since: null }))
    },
  }),

  operation({
    route: "POST /v1/dev/webhooks/{id}/delete",
    noun: "webhook",
    summary: "Delete an endpoint; what was on its way is canceled",
    needs: "webhooks.edit",
    effect: "change",
    input: nothing,
    output: z.object({ _id: Id, deleted: z.literal(true) }),
    subject: takeWebhook,
    run(ctx, _input, webhook) {
      cancelDeliveries(ctx, webhook.id)
      deleteWebhook(ctx, webhook)
      return { _id: webhook.id, deleted: true as const }
    },
  }),

  operation({
    route: "POST /v1/dev/webhooks/{id}/rotate-secret",
    noun: "webhook",
    summary: "Sign with a new secret from now on; each old one signs beside it for 24 hours more",
    needs: "webhooks.edit",
    effect: "change",
    input: Rotation,
    output: CreatedWebhook,
    subject: takeWebhook,
    async run(ctx, { secret = newSecret() }, webhook) {
      const saved = saveWebhook(ctx, webhook, rotated(webhook, secret, ctx.now))
      return { ...(await shownWebhook(ctx, saved)), secret }
    },
  }),

  operation({
    route: "POST /v1/dev/webhooks/{id}/test",
    noun: "webhook",
    summary: "Send a test event to this endpoint",
    needs: "webhooks.edit",
    effect: "change",
    input: nothing,
    output: Webhook,
    subject: takeWebhook,
    run(ctx, _input, webhook) {
      assertActive(webhook)
      sendTest(ctx, webhook.id, testEvent)
      audit(ctx, { action: "webhooks.test", kind: "webhooks", id: webhook.id })
      return shownWebhook(ctx, webhook)
    },
  }),

  listing({
    route: "GET /v1/dev/webhooks/{id}/deliveries",
    noun: "delivery",
    plural: "deliveries",
    summary: "What was sent to an endpoint, newest first, with every attempt and the last answer; kept for 90 days",
    needs: "webhooks.view",
    filters: deliveryFilters,
    item: Delivery,
    subject: readWebhook,
    run: (ctx, query, { id }) =>
      listDeliveries(ctx, { ...query, where: [...query.where, { field: "webhook", column: "endpoint_id", operator: "eq", values: [id] }] }),
  }),

  operation({
    route: "POST /v1/dev/webhooks/{id}/deliveries/{deliveryId}/redeliver",
    noun: "webhook",
    summary: "Send a delivery again, byte for byte, whether it was delivered or not",
    needs: "webhooks.edit",
    effect: "change",
    input: z.object({ deliveryId: z.string() }),
    output: Delivery,
    subject: readWebhook,
    async run(ctx, { deliveryId }, webhook) {
      assertActive(webhook)
      const delivery = await readDelivery(ctx, webhook.id, deliveryId)
      sendAgain(ctx, delivery)
      audit(ctx, { action: "webhooks.redeliver", kind: "webhooks", id: webhook.id, after: { delivery: deliveryId } })
      return shownDelivery(delivery)
    },
  }),

  operation({
    route: "POST /v1/dev/webhooks/{id}/replay",
    noun: "webhook",
    summary: "Send the events of a period again, at most 10,000 at once; each keeps the messageId it had",
    needs: "webhooks.edit",
    effect: "change",
    input: Period,
    output: Replayed,
    subject: readWebhook,
    async run(ctx, { from, to }, webhook) {
      assertActive(webhook)
      audit(ctx, { action: "webhooks.replay", kind: "webhooks", id: webhook.id, after: { from, to } })
      return { replayed: await replayEvents(ctx, webhook, from, to) }
    },
  }),
]

function assertActive({ status }: WebhookRow) {
  if (status !== "active") throw new Problem("WHK-2001", { status })
}
