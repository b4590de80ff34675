import type { ComponentProps, ReactNode } from "react"
import { cn } from "./cn.ts"

export const Card = ({ className, ...props }: ComponentProps<"section">) => (
  <section {...props} className={cn("rounded-xl bg-surface shadow-card", className)} />
)

export function CardHead({ title, hint, children }: { title: ReactNode; hint?: ReactNode; children?: ReactNode }) {
  return (
    <div className="flex flex-wrap items-center gap-x-3 gap-y-2 px-5 pt-4 pb-3">
      <div className="min-w-0 flex-1 basis-40">
        <h2 className="text-sm font-semibold">{title}</h2>
        {hint && <p className="text-xs text-fg-3">{hint}</p>}
      </div>
      {children}
    </div>
  )
}
