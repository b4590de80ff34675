import { listing } from "../../kit/operation/operation.ts"
import { Event, eventFilters } from "./schema.ts"
import { listEvents } from "./store.ts"

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
]
