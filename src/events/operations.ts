import { listing } from "../kit/operation.ts"
import { Event, eventFilters } from "./schema.ts"
import { listEvents } from "./store.ts"

export const eventOperations = [
  listing({
    route: "GET /v1/dev/events",
    noun: "event",
    plural: "events",
    summary: "Everything that happened in the last 90 days, newest first, whether or not a webhook listens",
    needs: "webhooks.view",
    filters: eventFilters,
    item: Event,
    run: listEvents,
  }),
]
