import { Toast } from "@base-ui/react/toast"
import { AlertTriangle, CheckCircle2, X } from "lucide-react"
import { t } from "../lib/translate.ts"

type Data = { tone: "good" | "bad" }
const manager = Toast.createToastManager<Data>()

/** For successes and harmless failures. A refused payment is always shown at its form too. */
export const notify = (title: string, description?: string, tone: Data["tone"] = "good") =>
  void manager.add({ title, ...(description && { description }), data: { tone } })

export function Toaster() {
  return (
    <Toast.Provider toastManager={manager} timeout={4500} limit={3}>
      <Toast.Portal>
        <Toast.Viewport className="fixed end-4 bottom-4 z-[60] w-[min(22rem,calc(100vw-2rem))]">
          <Toasts />
        </Toast.Viewport>
      </Toast.Portal>
    </Toast.Provider>
  )
}

const motion =
  "absolute end-0 bottom-0 w-full rounded-xl bg-raised shadow-pop transition-[transform,opacity] duration-300 " +
  "[transform:translateY(calc(var(--toast-index)*-10px))_scale(calc(1-var(--toast-index)*.05))] " +
  "data-expanded:[transform:translateY(calc(var(--toast-offset-y)*-1-var(--toast-index)*10px))] " +
  "data-starting-style:[transform:translateY(120%)] data-starting-style:opacity-0 data-ending-style:opacity-0 data-limited:opacity-0"

function Toasts() {
  const { toasts } = Toast.useToastManager<Data>()
  return toasts.map(toast => (
    <Toast.Root key={toast.id} toast={toast} className={motion}>
      <Toast.Content className="flex items-start gap-2.5 p-3">
        {toast.data?.tone === "bad" ? (
          <AlertTriangle className="mt-0.5 size-4 shrink-0 text-bad" aria-hidden />
        ) : (
          <CheckCircle2 className="mt-0.5 size-4 shrink-0 text-good" aria-hidden />
        )}
        <div className="min-w-0 flex-1">
          <Toast.Title className="text-sm font-medium" />
          <Toast.Description className="text-xs break-words text-fg-3" />
        </div>
        <Toast.Close aria-label={t`Dismiss`} aria-hidden={false} className="rounded-md p-0.5 text-fg-3 hover:bg-hover hover:text-fg">
          <X className="size-3.5" aria-hidden />
        </Toast.Close>
      </Toast.Content>
    </Toast.Root>
  ))
}
