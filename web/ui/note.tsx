import type { LucideIcon } from "lucide-react"
import type { ReactNode } from "react"
import { cn } from "./cn.ts"
import type { Tone } from "./tone.ts"

const tones: Record<Tone, string> = {
  neutral: "bg-sunken shadow-line [&>svg]:text-fg-3",
  accent: "bg-accent-soft [&>svg]:text-accent",
  good: "bg-good-soft [&>svg]:text-good",
  warn: "bg-warn-soft [&>svg]:text-warn",
  bad: "bg-bad-soft [&>svg]:text-bad",
  info: "bg-info-soft [&>svg]:text-info",
}

type Props = { tone?: Tone; icon: LucideIcon; title?: ReactNode; children?: ReactNode; action?: ReactNode; role?: "alert" | "status" }

/** What happened, whether money moved, what to do. */
export function Note({ tone = "neutral", icon: Icon, title, children, action, role }: Props) {
  return (
    <div role={role} className={cn("flex flex-wrap items-start gap-2.5 rounded-lg px-3 py-2.5 text-sm", tones[tone])}>
      <Icon className="mt-0.5 size-4 shrink-0" aria-hidden />
      <div className="min-w-0 flex-1 basis-40">
        {title && <p className="font-medium text-fg">{title}</p>}
        {children && <div className="text-fg-2">{children}</div>}
      </div>
      {action}
    </div>
  )
}
