import { slice } from "../../kit/operation/slice.ts"
import { eventSweeps } from "./jobs.ts"
import { eventOperations } from "./operations.ts"

export const events = slice({
  operations: eventOperations,
  chapters: {
    "dev/events": {
      part: "Development",
      about: "The events of the last 90 days, whether or not a webhook received them.",
      guides: ["webhooks"],
      after: "dev/webhooks",
    },
  },
  sweeps: eventSweeps,
})
