import { withActions } from "../../kit/operation/actions.ts"
import { slice } from "../../kit/operation/slice.ts"
import { webhookProblem } from "./errors.ts"
import { webhookLoops, webhookSweeps, webhookTimers } from "./jobs.ts"
import { webhookOperations } from "./operations.ts"
import { resealWebhooks } from "./reseal-store.ts"
import { maskUnlessEditor } from "./store.ts"

/** `eventTypes` are those of all slices, so they are read only after app.ts has joined them. */
export const webhooks = (eventTypes: () => readonly string[]) =>
  slice({
    operations: withActions("dev/webhooks", webhookOperations(eventTypes)),
    chapters: {
      "dev/webhooks": {
        part: "Development",
        about: "Endpoints of yours that get every change they subscribe to, signed.",
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
