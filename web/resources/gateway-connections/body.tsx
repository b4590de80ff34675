import { call } from "../../client.ts"
import { Ban, CirclePause, Loader, OctagonAlert } from "lucide-react"
import { QuickAction } from "../../dashboard/quick-action.tsx"
import { usePermission } from "../../dashboard/session.tsx"
import { t } from "../../lib/translate.ts"
import { say } from "../../lib/words.ts"
import { Note } from "../../ui/note.tsx"
import { BalanceComparison } from "./comparison.tsx"
import { CredentialsCard } from "./credentials.tsx"
import type { Connection } from "./data.ts"
import { Health } from "./health.tsx"
import { Messages } from "./messages.tsx"
import { MethodsCard } from "./methods.tsx"

/** Whether the connection works, what the provider holds, what it offers, its keys, and what the provider has told us. */
export function ConnectionBody({ row }: { row: Connection }) {
  return (
    <>
      <State row={row} />
      <Health row={row} />
      {row.status !== "disconnected" && <BalanceComparison row={row} />}
      <MethodsCard row={row} />
      <CredentialsCard row={row} />
      <Messages row={row} />
    </>
  )
}

/** Why no new charge begins, and what to do. */
function State({ row }: { row: Connection }) {
  const can = usePermission()
  const provider = say(row.gateway)
  if (row.status === "failing")
    return (
      <Note tone="bad" icon={OctagonAlert} title={t`${provider} refuses the keys, so no new charge begins here`}>
        {t`What was charged before is still looked up, so no payment is lost. Make a new key at ${provider} and replace the old one here.`}
      </Note>
    )
  if (row.status === "paused")
    return (
      <Note
        tone="warn"
        icon={CirclePause}
        title={t`A person has paused it, so no new charge begins here`}
        action={
          can("gateways.edit") && (
            <QuickAction
              label={t`Resume`}
              run={() => call("POST /v1/gateway-connections/{id}/resume", {}, { path: { id: row._id } })}
              done={t`Active again`}
            />
          )
        }
      >
        {t`Charges and refunds that are open go on, and messages still arrive.`}
      </Note>
    )
  if (row.status === "disconnecting")
    return (
      <Note tone="warn" icon={Loader} title={t`It ends when nothing is open at the provider any more`}>
        {t`Until then its keys are kept to look up what is open. No new charge begins here.`}
      </Note>
    )
  if (row.status === "disconnected")
    return (
      <Note icon={Ban} title={t`It has ended, and its keys are erased`}>
        {t`Its payments stay in your lists. To charge there again, connect the account anew.`}
      </Note>
    )
  return null
}
