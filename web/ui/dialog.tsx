import { Dialog as Base } from "@base-ui/react/dialog"
import { X } from "lucide-react"
import { type ReactNode, useRef } from "react"
import { t } from "../lib/translate.ts"
import { cn } from "./cn.ts"
import { Skeleton } from "./empty.tsx"

type Props = {
  isOpen: boolean
  onClose(): void
  title: ReactNode
  description?: ReactNode
  children: ReactNode
  footer?: ReactNode
  width?: string
  /** It shows a secret that is not shown again, so a click beside it or Escape does not close it. */
  isShownOnce?: boolean
}

const popup =
  "fixed top-1/2 left-1/2 z-50 flex max-h-[min(46rem,calc(100dvh-2rem))] w-[calc(100vw-1.5rem)] -translate-x-1/2 -translate-y-1/2 " +
  "flex-col overflow-hidden rounded-2xl bg-surface shadow-pop transition-[scale,opacity] duration-150 " +
  "data-starting-style:scale-[.98] data-starting-style:opacity-0 data-ending-style:opacity-0 dark:bg-raised"

/** The element that gets the focus when it opens: the first field of a form. */
const first = "form :is(input, select, textarea), [data-first-focus]"

export const veil = "fixed inset-0 z-40 bg-veil transition-opacity duration-150 data-starting-style:opacity-0 data-ending-style:opacity-0"

export function Dialog({ isOpen, onClose, title, description, children, footer, width = "max-w-xl", isShownOnce = false }: Props) {
  const popupRef = useRef<HTMLDivElement>(null)
  const firstControl = () => popupRef.current?.querySelector<HTMLElement>(first) ?? popupRef.current?.querySelector<HTMLElement>("button")
  const change = (isNowOpen: boolean, { reason }: Base.Root.ChangeEventDetails) => {
    // A refusal may make the form smaller, so that the second click of a double click is beside it and would close it unread.
    const isBeside = reason === "outside-press" && popupRef.current?.querySelector("form") !== null
    const isByChance = isShownOnce && (reason === "outside-press" || reason === "escape-key")
    if (!isNowOpen && !isBeside && !isByChance) onClose()
  }
  return (
    <Base.Root open={isOpen} onOpenChange={change}>
      <Base.Portal>
        <Base.Backdrop className={veil} />
        <Base.Popup ref={popupRef} initialFocus={() => takeFocus(firstControl())} className={cn(popup, width)}>
          <div className="flex items-start gap-4 px-5 pt-4 pb-3">
            <div className="min-w-0 flex-1">
              <Base.Title className="text-base font-semibold">{title}</Base.Title>
              {description && <Base.Description className="text-sm text-fg-3">{description}</Base.Description>}
            </div>
            <Base.Close
              aria-label={t`Close`}
              className="-me-1.5 grid size-7 place-items-center rounded-md text-fg-3 hover:bg-hover hover:text-fg"
            >
              <X className="size-4" aria-hidden />
            </Base.Close>
          </div>
          <div className="min-h-0 flex-1 overflow-y-auto px-5 pb-4">{children}</div>
          {footer && <div className="flex flex-wrap items-center justify-end gap-2 border-t border-line bg-sunken px-5 py-3">{footer}</div>}
        </Base.Popup>
      </Base.Portal>
    </Base.Root>
  )
}

/** Takes the focus at once: the library waits for the next frame, and an earlier key would reach the page below. */
export function takeFocus(control: HTMLElement | null | undefined): boolean {
  control?.focus()
  return !control
}

/** Shown instead of a dialog whose script is being loaded. */
export const LoadingDialog = ({ onClose }: { onClose(): void }) => (
  <Dialog isOpen onClose={onClose} title={t`One moment…`}>
    <div role="status" aria-label={t`Loading`} tabIndex={-1} data-first-focus="" className="space-y-3 py-2 outline-none">
      <Skeleton className="w-48" />
      <Skeleton className="w-64" />
    </div>
  </Dialog>
)
