import { listing } from "../../kit/operation/operation.ts"
import { streaming } from "../../kit/operation/streaming.ts"
import { firstIdAt } from "../../kit/pure/id.ts"
import { Event, eventFilters, StreamQuery } from "./schema.ts"
import { listEvents } from "./store.ts"
import { openEventStream } from "./stream.ts"

export const eventOperations = [
  listing({
    route: "GET /v1/dev/events",
    noun: "event",
    plural: "events",
    summary: "The events of the last 90 days, newest first, whether or not a webhook subscribes to them",
    needs: "webhooks.view",
    filters: eventFilters,
    item: Event,
    run: listEvents,
  }),

  streaming({
    route: "GET /v1/dev/events/stream",
    label: "Stream events",
    noun: "event",
    summary: "Events as they happen, as server-sent events; a client that lost its connection resumes with the header Last-Event-ID",
    needs: "webhooks.view",
    input: StreamQuery,
    item: Event,
    run: ({ tenant, now }, { lastEventId, sinceMs }) => ({
      tenant: tenant.id,
      after: lastEventId ?? firstIdAt(now.getTime() - sinceMs),
      isResumed: lastEventId !== undefined,
    }),
    subscribe: openEventStream,
  }),
]
