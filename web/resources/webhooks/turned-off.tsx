import { Ban } from "lucide-react"
import { request } from "../../client.ts"
import { QuickAction } from "../../dashboard/quick-action.tsx"
import { usePermission } from "../../dashboard/session.tsx"
import { exactTime } from "../../lib/time.ts"
import { Note } from "../../ui/note.tsx"
import type { Webhook } from "./words.ts"

/** Why nothing is sent, and how to activate it again. */
export function TurnedOff({ webhook }: { webhook: Webhook }) {
  const can = usePermission()
  const { status, reason, lastFailureAt, discarded } = webhook
  return (
    <Note
      tone={status === "inactive" ? "bad" : "warn"}
      icon={Ban}
      title={status === "inactive" ? "This endpoint failed for a day and was turned off" : "This endpoint is paused"}
      action={
        can("webhooks.edit") && (
          <QuickAction
            label="Activate"
            run={() => request("POST /v1/dev/webhooks/{id}/enable", {}, { path: { id: webhook._id } })}
            done="Active again"
          />
        )
      }
    >
      {reason && status === "disabled" && reason !== "by hand" && `Because: ${reason}. `}
      {lastFailureAt && status === "inactive" && `Its last failure was at ${exactTime(lastFailureAt)}. `}
      Events meanwhile are not delivered
      {discarded > 0 && `: ${discarded.toLocaleString()} so far`}. Activate it, which sends a token to it first, then replay the period that
      it missed.
    </Note>
  )
}
