import type { ReactElement, ReactNode } from "react"

type Trigger = ReactElement<{
  onClick?(): void
  onPointerEnter?(): void
  onFocus?(): void
  "aria-haspopup"?: "dialog"
  "aria-expanded"?: boolean
}>

export type PopoverProps = {
  /** What it is for: its name for screen readers. */
  label: string
  trigger: Trigger
  isOpen: boolean
  onOpen(isOpen: boolean): void
  children: ReactNode
}
