import { cloneElement, useState } from "react"
import { deferred } from "./deferred.tsx"
import type { PopoverProps } from "./popover-props.ts"

/** Meanwhile the keys of the page do nothing: what a person types is meant for the panel. */
const PopoverPanel = deferred<PopoverProps>(
  async () => (await import("./popover-panel.tsx")).PopoverPanel,
  ({ trigger }) => (
    <>
      {trigger}
      <span hidden data-covers />
    </>
  ),
)

/** A few controls beside the button that opens them. What shows them is loaded when it is first needed. */
export function Popover(props: PopoverProps) {
  const [isUsed, setUsed] = useState(props.isOpen)
  if (props.isOpen && !isUsed) setUsed(true)
  if (isUsed) return <PopoverPanel {...props} />
  return cloneElement(props.trigger, {
    onClick: () => props.onOpen(true),
    onPointerEnter: PopoverPanel.preload,
    onFocus: PopoverPanel.preload,
    "aria-haspopup": "dialog",
    "aria-expanded": false,
  })
}
