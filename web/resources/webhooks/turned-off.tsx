import { Ban } from "lucide-react"
import { request } from "../../client.ts"
import { QuickAction } from "../../dashboard/quick-action.tsx"
import { usePermission } from "../../dashboard/session.tsx"
import { exactTime } from "../../lib/time.ts"
import { t, whole } from "../../lib/translate.ts"
import { Note } from "../../ui/note.tsx"
import type { Webhook } from "./words.ts"

/** Why nothing is sent, and how to activate it again. */
export function TurnedOff({ webhook }: { webhook: Webhook }) {
  const can = usePermission()
  const { status, reason, lastFailureAt, discarded } = webhook
  const words = [
    reason && status === "disabled" && reason !== "by hand" && t`Because: ${reason}.`,
    lastFailureAt && status === "inactive" && t`Its last failure was at ${exactTime(lastFailureAt)}.`,
    discarded > 0 ? t`Events meanwhile are not delivered: ${whole(discarded)} so far.` : t`Events meanwhile are not delivered.`,
    t`Activate it, which sends a token to it first, then replay the period that it missed.`,
  ]
  return (
    <Note
      tone={status === "inactive" ? "bad" : "warn"}
      icon={Ban}
      title={status === "inactive" ? t`This endpoint failed for a day and was turned off` : t`This endpoint is paused`}
      action={
        can("webhooks.edit") && (
          <QuickAction
            label={t`Activate`}
            run={() => request("POST /v1/dev/webhooks/{id}/enable", {}, { path: { id: webhook._id } })}
            done={t`Active again`}
          />
        )
      }
    >
      {words.filter(Boolean).join(" ")}
    </Note>
  )
}
