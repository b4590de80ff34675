import { Bot, Cog, KeyRound, type LucideIcon } from "lucide-react"
import { initialsOf } from "../../src/kit/pure/initials.ts"
import { rich } from "../lib/rich.ts"
import { t } from "../lib/translate.ts"
import { cn } from "./cn.ts"

export type Actor = {
  name: string
  kind: "person" | "agent" | "api-key" | "system"
  isYou?: boolean
  /** The person an agent acts for, unless it is you. */
  for?: string
}

const icons: Partial<Record<Actor["kind"], LucideIcon>> = { agent: Bot, "api-key": KeyRound, system: Cog }
const sizes = { sm: "size-5 text-[0.5625rem]", md: "size-7 text-2xs" }

/** People are round, machines are square. You are blue. */
export function Avatar({ actor, size = "md" }: { actor: Actor; size?: keyof typeof sizes }) {
  const Icon = icons[actor.kind]
  const tone =
    actor.kind === "agent" ? "bg-info-soft text-info" : actor.isYou ? "bg-accent-soft text-accent" : "bg-sunken text-fg-2 shadow-line"
  return (
    <span
      aria-hidden
      className={cn("grid shrink-0 place-items-center font-semibold", sizes[size], Icon ? "rounded-md" : "rounded-full", tone)}
    >
      {Icon ? <Icon className={size === "sm" ? "size-3" : "size-3.5"} /> : initialsOf(actor.name)}
    </span>
  )
}

/** "You", or "Ledger Copilot for Priya Sharma": an agent is always shown with its person. */
export function ActorName({ actor: { name, kind, isYou, for: person } }: { actor: Actor }) {
  const shown = <span className="font-medium text-fg">{isYou && kind === "person" ? t`You` : name}</span>
  if (kind === "agent" && isYou) return <span className="text-fg-3">{rich`${shown} for you`}</span>
  return person ? <span className="text-fg-3">{rich`${shown} for ${person}`}</span> : shown
}
