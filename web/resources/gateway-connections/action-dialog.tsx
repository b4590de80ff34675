import type { ReactNode } from "react"
import { useResource } from "../../dashboard/app-context.ts"
import { ActionDialog } from "../../dashboard/object-actions.tsx"
import { actionForms } from "./action-forms.ts"
import type { Connection } from "./data.ts"

type Action = keyof typeof actionForms
type Props = { row: Connection; onClose(): void }

function dialogOf(action: Action) {
  return function ConnectionAction({ row, onClose }: Props): ReactNode {
    const resource = useResource("gateway-connections")
    return <ActionDialog resource={resource} row={row} action={action} form={actionForms[action]} onClose={onClose} />
  }
}

export const actionDialogs = {
  test: dialogOf("test"),
  pause: dialogOf("pause"),
  resume: dialogOf("resume"),
  "rotate-secret": dialogOf("rotate-secret"),
  disconnect: dialogOf("disconnect"),
}
