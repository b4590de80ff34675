import { WifiOff } from "lucide-react"
import { useSyncExternalStore } from "react"
import { t } from "../lib/translate.ts"

function subscribe(onChange: () => void) {
  addEventListener("online", onChange)
  addEventListener("offline", onChange)
  return () => {
    removeEventListener("online", onChange)
    removeEventListener("offline", onChange)
  }
}

/** Says so while the browser has no network at all. The region stays, so that screen readers notice its text. */
export function OfflineBanner() {
  const isOnline = useSyncExternalStore(subscribe, () => navigator.onLine)
  return (
    <div role="status" className="print:hidden">
      {!isOnline && (
        <p className="flex items-center justify-center gap-2 border-b border-line bg-warn-soft px-4 py-2 text-sm font-medium text-warn">
          <WifiOff className="size-4 shrink-0" aria-hidden />
          {t`You are offline. You see what was loaded before, and nothing is saved until the connection is back.`}
        </p>
      )}
    </div>
  )
}
