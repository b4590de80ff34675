import type { ComponentProps } from "react"
import { cn } from "./cn.ts"

/** Scrolls what is wider than the page. Keys scroll only what has the focus, and what can have it needs a name. */
export const ScrollRegion = ({ label, className, ...props }: ComponentProps<"div"> & { label: string }) => (
  <div {...props} tabIndex={0} role="region" aria-label={label} className={cn("overflow-x-auto", className)} />
)
