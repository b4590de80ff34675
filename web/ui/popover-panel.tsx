import { Popover as Base } from "@base-ui/react/popover"
import { useRef } from "react"
import { takeFocus } from "./dialog.tsx"
import type { PopoverProps } from "./popover-props.ts"

const popup =
  "max-h-[70dvh] max-w-[calc(100vw-1.5rem)] w-72 overflow-y-auto rounded-xl bg-raised p-3 text-sm shadow-pop outline-none " +
  "origin-[var(--transform-origin)] transition-[scale,opacity] duration-100 data-starting-style:scale-[.97] data-starting-style:opacity-0"

/** The panel and its button, once it was opened. */
export function PopoverPanel({ label, trigger, isOpen, onOpen, children }: PopoverProps) {
  const ref = useRef<HTMLDivElement>(null)
  const first = () => ref.current?.querySelector<HTMLElement>("input, select, button")
  return (
    <Base.Root open={isOpen} onOpenChange={onOpen}>
      <Base.Trigger render={trigger} />
      <Base.Portal>
        <Base.Positioner align="start" sideOffset={6} className="z-40 outline-none">
          <Base.Popup ref={ref} aria-label={label} initialFocus={() => takeFocus(first())} className={popup}>
            {children}
          </Base.Popup>
        </Base.Positioner>
      </Base.Portal>
    </Base.Root>
  )
}
