import { z } from "zod"
import { listing, noInput, operation } from "../../kit/operation/operation.ts"
import { assertExactSums } from "../../kit/pure/exact-sums.ts"
import { isoTime } from "../../kit/pure/time.ts"
import { timeline } from "../../platform/audit/timeline.ts"
import { cancelSubscription, changeSubscription, pauseSubscription, resumeSubscription } from "./change.ts"
import { createSubscription } from "./create.ts"
import { assertCancelable, assertChangeable, assertPausable, assertResumable, upcomingCycles } from "./rules.ts"
import {
  Cancellation,
  NewSchedule,
  NewSubscription,
  Subscription,
  SubscriptionChange,
  subscriptionFilters,
  UpcomingCycle,
  UpcomingQuery,
} from "./schema.ts"
import { listSubscriptions, readSubscription, readSubscriptionForUpdate, renderWithStats } from "./store.ts"

export const subscriptionOperations = [
  operation({
    route: "POST /v1/subscriptions/create",
    creates: true,
    noun: "subscription",
    summary:
      "Create a schedule that raises a payment intent each cycle and, with the mode auto-charge, charges it by a mandate or to a card",
    needs: "subscriptions.edit",
    effect: "money",
    idempotency: "both",
    input: NewSubscription,
    output: Subscription,
    run: async (ctx, input) => renderWithStats(ctx, await createSubscription(ctx, input)),
  }),

  operation({
    tool: "subscription_create",
    toolNote: "Goes on until endAt or cycles, or until a person cancels it. Ask the user first.",
    noun: "subscription",
    summary:
      "Customer-visible: create a recurring schedule for a contact; a request is raised each cycle, the first is mailed, " +
      "nothing is charged",
    needs: "subscriptions.edit",
    effect: "draft",
    notifiesCustomer: true,
    input: NewSchedule,
    output: Subscription,
    run: async (ctx, input) => renderWithStats(ctx, await createSubscription(ctx, { ...input, mode: "request", metadata: {} })),
  }),

  listing({
    route: "GET /v1/subscriptions",
    tool: "subscription_list",
    noun: "subscription",
    plural: "subscriptions",
    summary: "List payment schedules, newest first; filter by status, mode or contact",
    needs: "subscriptions.view",
    filters: subscriptionFilters,
    toolFilters: ["status", "mode", "contact"],
    item: Subscription,
    async run(ctx, list) {
      const page = await listSubscriptions(ctx, list)
      assertExactSums(page.data.map(({ stats }) => stats))
      return page
    },
  }),

  operation({
    route: "GET /v1/subscriptions/{id}",
    tool: "subscription_get",
    noun: "subscription",
    summary: "One payment schedule, by id or number, with its cadence, amounts and charge statistics",
    needs: "subscriptions.view",
    effect: "read",
    input: noInput,
    output: Subscription,
    subject: readSubscription,
    async run(ctx, _input, row) {
      const subscription = await renderWithStats(ctx, row)
      assertExactSums(subscription.stats)
      return subscription
    },
  }),

  operation({
    route: "GET /v1/subscriptions/{id}/upcoming",
    label: "Get the next cycles of a subscription",
    noun: "subscription",
    summary: "The next cycles as they will be raised: their dates, due dates and amounts",
    needs: "subscriptions.view",
    effect: "read",
    query: true,
    input: UpcomingQuery,
    output: z.array(UpcomingCycle),
    subject: readSubscription,
    run({ tenant }, { limit }, subscription) {
      const { amount, currency } = subscription
      const cycles = upcomingCycles(subscription, tenant.timezone, limit)
      return cycles.map(({ cycle, at, dueAt }) => ({ cycle, at: isoTime(at), dueAt: isoTime(dueAt), amount, currency }))
    },
  }),

  operation({
    route: "POST /v1/subscriptions/{id}/update",
    noun: "subscription",
    summary: "Change items, dates, mandate or texts, from the next cycle on; fields that are not sent stay as they are",
    needs: "subscriptions.edit",
    effect: "change",
    input: SubscriptionChange,
    output: Subscription,
    subject: readSubscriptionForUpdate,
    assertPossible: assertChangeable,
    run: async (ctx, input, subscription) => renderWithStats(ctx, await changeSubscription(ctx, subscription, input)),
  }),

  operation({
    route: "POST /v1/subscriptions/{id}/pause",
    noun: "subscription",
    summary: "Pause a schedule: nothing is raised until it is resumed",
    needs: "subscriptions.edit",
    effect: "change",
    input: noInput,
    output: Subscription,
    subject: readSubscriptionForUpdate,
    assertPossible: assertPausable,
    run: (ctx, _input, subscription) => renderWithStats(ctx, pauseSubscription(ctx, subscription)),
  }),

  operation({
    route: "POST /v1/subscriptions/{id}/resume",
    noun: "subscription",
    summary: "Resume a paused schedule with its next date; the cycles that fell into the pause are not billed",
    needs: "subscriptions.edit",
    effect: "change",
    input: noInput,
    output: Subscription,
    subject: readSubscriptionForUpdate,
    assertPossible: assertResumable,
    run: (ctx, _input, subscription) => renderWithStats(ctx, resumeSubscription(ctx, subscription)),
  }),

  operation({
    route: "POST /v1/subscriptions/{id}/cancel",
    noun: "subscription",
    summary: "Cancel a schedule for good, now or when its running cycle ends; payment intents that it raised stay due",
    needs: "subscriptions.edit",
    effect: "change",
    input: Cancellation,
    output: Subscription,
    subject: readSubscriptionForUpdate,
    assertPossible: assertCancelable,
    run: (ctx, input, subscription) => renderWithStats(ctx, cancelSubscription(ctx, subscription, input)),
  }),

  timeline("subscriptions", "subscriptions.view", readSubscription),
]
