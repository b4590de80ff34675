import type { LucideIcon } from "lucide-react"
import type { ReactNode } from "react"
import { cn } from "./cn.ts"
import type { Tone } from "./tone.ts"

const tones: Record<Tone, string> = {
  neutral: "bg-sunken text-fg-2 shadow-line",
  accent: "bg-accent-soft text-accent",
  good: "bg-good-soft text-good",
  warn: "bg-warn-soft text-warn",
  bad: "bg-bad-soft text-bad",
  info: "bg-info-soft text-info",
}

export function Badge({ tone = "neutral", icon: Icon, children }: { tone?: Tone; icon?: LucideIcon; children: ReactNode }) {
  return (
    <span
      className={cn(
        "inline-flex h-[22px] shrink-0 items-center gap-1 rounded-md px-1.5 text-xs font-medium whitespace-nowrap",
        tones[tone],
      )}
    >
      {Icon && <Icon className="size-3" aria-hidden strokeWidth={2.25} />}
      {children}
    </span>
  )
}
