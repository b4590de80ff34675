import type { Actions } from "../../dashboard/resource.ts"
import { t } from "../../lib/translate.ts"
import { deferredDialog } from "../../ui/deferred.tsx"
import type { Connection } from "./data.ts"

type Props = { row: Connection; onClose(): void }

export const ConnectDialog = deferredDialog(async () => (await import("./connect-dialog.tsx")).ConnectDialog)
const RotateDialog = deferredDialog(async () => (await import("./rotate-dialog.tsx")).RotateDialog)
const UpdateDialog = deferredDialog(async () => (await import("./update-dialog.tsx")).UpdateDialog)

const dialogOf = (action: "test" | "pause" | "resume" | "rotate-secret" | "disconnect") =>
  deferredDialog<Props>(async () => (await import("./action-dialog.tsx")).actionDialogs[action])

/** The dialogs are loaded when they are opened: all resources share the script of this file. */
export const connectionActions: Actions<"gateway-connections"> = {
  test: { label: t`Test`, Dialog: dialogOf("test") },
  rotate: { label: t`Replace keys`, Dialog: RotateDialog },
  pause: { label: t`Pause`, Dialog: dialogOf("pause") },
  resume: { label: t`Resume`, Dialog: dialogOf("resume") },
  update: { label: t`Change name or methods`, Dialog: UpdateDialog },
  "rotate-secret": { label: t`Replace the secret of messages`, Dialog: dialogOf("rotate-secret") },
  disconnect: { label: t`Disconnect`, isDanger: true, Dialog: dialogOf("disconnect") },
}
