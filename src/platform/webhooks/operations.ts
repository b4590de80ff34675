import { z } from "zod"
import { audit } from "../../kit/events/audit.ts"
import { Id } from "../../kit/pure/fields.ts"
import { omitUndefined } from "../../kit/pure/omit-undefined.ts"
import { mergeMetadata } from "../../kit/pure/metadata.ts"
import { listing, noInput, operation } from "../../kit/operation/operation.ts"
import type { Problem } from "../../kit/pure/problem.ts"
import { setHasWebhooks } from "../tenants/store.ts"
import { cancelDeliveries, cancelRemaining } from "./cancel-store.ts"
import { challenge } from "./challenge.ts"
import { notifySuperAdmins } from "./deactivate.ts"
import { deliveryOperations } from "./delivery-operations.ts"
import { sendTestEvent } from "./delivery-store.ts"
import { assertActive, assertEventTypes, maxEndpoints } from "./rules.ts"
import { CreatedWebhook, NewWebhook, Rotation, testEvent, Webhook, WebhookChange, webhookFilters } from "./schema.ts"
import {
  countWebhooks,
  deleteWebhook,
  enableWebhook,
  insertWebhook,
  listWebhooks,
  lockAndCountWebhooks,
  readWebhook,
  saveWebhook,
  rotateSecrets,
  renderWebhook,
  readWebhookForUpdate,
} from "./store.ts"
import { newSecret } from "./sign.ts"
import { webhookProblem } from "./errors.ts"

type EventTypes = () => readonly string[]

/**
 * `eventTypes` are those of all slices. A caller with `webhooks.edit` may change or delete any endpoint: an endpoint has no role, and it
 * gets only events that the caller could also get by registering another.
 */
export const webhookOperations = (eventTypes: EventTypes) => [
  createOperation(eventTypes),
  ...readOperations,
  eventTypesOperation(eventTypes),
  updateOperation(eventTypes),
  ...stateOperations,
  ...deliveryOperations,
]

/** The address to challenge, and the problem if the challenge failed. `url` is undefined if the address does not change. */
type Challenge = { url: string | undefined; problem?: Problem | undefined }
const callChallenge = async ({ url }: Challenge): Promise<Challenge> => ({
  url,
  problem: url === undefined ? undefined : await challenge(url),
})

function assertPassed({ problem }: Challenge) {
  if (problem) throw problem
}

function assertBelowMax(endpoints: number) {
  if (endpoints >= maxEndpoints) throw webhookProblem("WHK-1003", { max: maxEndpoints })
}

/** An event named twice is subscribed to once. */
const distinct = (events: readonly string[]) => [...new Set(events)]

const createOperation = (eventTypes: EventTypes) =>
  operation({
    route: "POST /v1/dev/webhooks/create",
    creates: true,
    noun: "webhook",
    summary: "Register an address for events; it gets a validationToken by GET and must return it as plain text",
    needs: "webhooks.edit",
    needsConfirmation: "recent",
    secret: true,
    effect: "change",
    waitsForOpenTransactions: true,
    input: NewWebhook,
    output: CreatedWebhook,
    external: {
      async prepare(ctx, { url, events }): Promise<Challenge> {
        assertEventTypes(events, eventTypes())
        assertBelowMax(await countWebhooks(ctx))
        return { url }
      },
      call: callChallenge,
    },
    async run(ctx, { events, ...webhook }, _subject, result) {
      assertPassed(result)
      assertBelowMax(await lockAndCountWebhooks(ctx)) // again: others may have been registered during the challenge
      setHasWebhooks(ctx, true)
      return insertWebhook(ctx, { ...webhook, events: distinct(events) })
    },
  })

const readOperations = [
  listing({
    route: "GET /v1/dev/webhooks",
    noun: "webhook",
    plural: "webhooks",
    summary: "List webhook endpoints, newest first, with their status and last success and failure",
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
    input: noInput,
    output: Webhook,
    subject: readWebhook,
    run: (ctx, _input, webhook) => renderWebhook(webhook, ctx),
  }),
]

const eventTypesOperation = (eventTypes: EventTypes) =>
  operation({
    route: "GET /v1/dev/events/types",
    label: "List event types",
    noun: "eventType",
    summary: "All event types, in alphabetical order; a webhook subscribes to some of them, or to * for all",
    needs: "webhooks.view",
    effect: "read",
    input: noInput,
    output: z.array(z.string().meta({ example: "paymentIntents.update" })),
    run: () => [...eventTypes()].sort(),
  })

const updateOperation = (eventTypes: EventTypes) =>
  operation({
    route: "POST /v1/dev/webhooks/{id}/update",
    noun: "webhook",
    summary: "Change an endpoint's address, events or description; a new address is challenged first",
    needs: "webhooks.edit",
    needsConfirmation: "recent",
    effect: "change",
    waitsForOpenTransactions: true,
    input: WebhookChange,
    output: Webhook,
    subject: readWebhookForUpdate,
    external: {
      async prepare(_ctx, { url, events = [] }, webhook): Promise<Challenge> {
        assertEventTypes(events, eventTypes())
        return { url: url === webhook.url ? undefined : url }
      },
      call: callChallenge,
    },
    async run(ctx, { metadata, events, ...change }, webhook, result) {
      assertPassed(result)
      const fields = {
        ...omitUndefined(change),
        events: distinct(events ?? webhook.events),
        metadata: mergeMetadata(webhook.metadata, metadata),
      }
      return renderWebhook(saveWebhook(ctx, webhook, fields), ctx)
    },
  })

const stateOperations = [
  operation({
    route: "POST /v1/dev/webhooks/{id}/enable",
    noun: "webhook",
    summary: "Send to an endpoint again; it is challenged first",
    needs: "webhooks.edit",
    effect: "change",
    waitsForOpenTransactions: true,
    input: noInput,
    output: Webhook,
    subject: readWebhookForUpdate,
    external: {
      prepare: async (_ctx, _input, { url }): Promise<Challenge> => ({ url }),
      async call(prepared, { tenant_id, id }) {
        const result = await callChallenge(prepared)
        if (!result.problem) await cancelRemaining(tenant_id, id)
        return result
      },
    },
    async run(ctx, _input, webhook, result) {
      assertPassed(result)
      if (webhook.status === "active") return renderWebhook(webhook, ctx)
      cancelDeliveries(ctx, webhook.id) // those created while it was being disabled
      const enabled = enableWebhook(ctx, webhook)
      await notifySuperAdmins(ctx, webhook, "endpoint-activated", (words, address) => ({
        subject: words.activated,
        paragraphs: [words.enabled(ctx.caller.name, address), words.missed],
      }))
      return { ...(await renderWebhook(enabled, ctx)), failingSince: null }
    },
  }),

  operation({
    route: "POST /v1/dev/webhooks/{id}/disable",
    noun: "webhook",
    summary: "Stop sending to an endpoint; pending deliveries are canceled, and later events are not delivered to it",
    needs: "webhooks.edit",
    effect: "change",
    input: noInput,
    output: Webhook,
    subject: readWebhookForUpdate,
    async run(ctx, _input, webhook) {
      cancelDeliveries(ctx, webhook.id)
      const disabled = saveWebhook(ctx, webhook, { status: "disabled", reason: "by hand" })
      // If it did not work, the super admins already know that nothing is sent to it.
      if (webhook.status === "active")
        await notifySuperAdmins(ctx, webhook, "endpoint-deactivated", (words, address) => ({
          subject: words.paused,
          paragraphs: [words.pausedBy(ctx.caller.name, address), words.untilEnabled],
        }))
      return renderWebhook(disabled, ctx)
    },
  }),

  operation({
    route: "POST /v1/dev/webhooks/{id}/delete",
    noun: "webhook",
    summary: "Delete an endpoint; its pending deliveries are canceled",
    needs: "webhooks.edit",
    effect: "change",
    input: noInput,
    output: z.object({ _id: Id, deleted: z.literal(true) }),
    subject: readWebhookForUpdate,
    run(ctx, _input, webhook) {
      cancelDeliveries(ctx, webhook.id)
      deleteWebhook(ctx, webhook)
      return { _id: webhook.id, deleted: true as const }
    },
  }),

  operation({
    route: "POST /v1/dev/webhooks/{id}/rotate-secret",
    label: "Rotate the secret of a webhook",
    noun: "webhook",
    summary: "Sign with a new secret from now on; each old one also signs for 24 more hours",
    needs: "webhooks.edit",
    needsConfirmation: "recent",
    secret: true,
    effect: "change",
    input: Rotation,
    output: CreatedWebhook,
    subject: readWebhookForUpdate,
    async run(ctx, { secret = newSecret() }, webhook) {
      const saved = saveWebhook(ctx, webhook, rotateSecrets(webhook, secret, ctx.now))
      return { ...(await renderWebhook(saved, ctx)), secret }
    },
  }),

  operation({
    route: "POST /v1/dev/webhooks/{id}/test",
    label: "Send a test event to a webhook",
    noun: "webhook",
    summary: "Send a test event to this endpoint",
    needs: "webhooks.edit",
    effect: "change",
    input: noInput,
    output: Webhook,
    subject: readWebhookForUpdate,
    assertPossible: assertActive,
    run(ctx, _input, webhook) {
      sendTestEvent(ctx, webhook.id, testEvent)
      audit(ctx, { action: "webhooks.test", kind: "webhooks", id: webhook.id })
      return renderWebhook(webhook, ctx)
    },
  }),
]
