import type { ComponentProps } from "react"
import { cn } from "./cn.ts"

/**
 * Scrolls content that is wider than the page. It can get the focus, because keys scroll only the focused element, and it has a name,
 * because a focusable element needs one.
 */
export const ScrollRegion = ({ label, className, ...props }: ComponentProps<"div"> & { label: string }) => (
  <div {...props} tabIndex={0} role="region" aria-label={label} className={cn("overflow-x-auto", className)} />
)
