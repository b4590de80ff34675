import { withActions } from "../../kit/operation/actions.ts"
import { slice } from "../../kit/operation/slice.ts"
import { webhookProblem } from "./errors.ts"
import { webhookLoops, webhookSweeps, webhookTimers } from "./jobs.ts"
import { webhookOperations } from "./operations.ts"
import { resealWebhooks } from "./reseal-store.ts"
import { maskUnlessEditor } from "./store.ts"

/** `eventTypes` contains those of all slices, so it is read only after app.ts has joined them. */
export const webhooks = (eventTypes: () => readonly string[]) =>
  slice({
    operations: withActions("dev/webhooks", webhookOperations(eventTypes)),
    chapters: {
      "dev/webhooks": {
        part: "Development",
        about: "Your endpoints, which receive every event that they subscribe to, signed.",
        guides: ["webhooks"],
      },
    },
    errors: webhookProblem.families,
    refuses: ["WHK-"],
    audits: { webhooks: { mask: maskUnlessEditor } },
    timers: webhookTimers,
    sweeps: webhookSweeps,
    loops: webhookLoops,
    reseal: resealWebhooks,
  })
