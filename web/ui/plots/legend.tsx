import type { ReactNode } from "react"
import { colors, type Shade } from "./colors.ts"

export const Legend = ({ children }: { children: ReactNode }) => (
  <div className="mt-2 flex flex-wrap items-center gap-x-4 gap-y-1 text-xs text-fg-3">{children}</div>
)

export const LegendKey = ({ shade, children }: { shade: Shade; children: ReactNode }) => (
  <span className="flex items-center gap-1.5">
    <i aria-hidden className="size-2 rounded-[3px]" style={{ background: colors[shade] }} /> {children}
  </span>
)
