import {
  Bell,
  CalendarClock,
  Clock,
  CreditCard,
  Gavel,
  type LucideIcon,
  Receipt,
  RefreshCw,
  Send,
  ShieldX,
  Undo2,
  Webhook,
} from "lucide-react"
import { Reference } from "../../dashboard/reference.tsx"
import type { ResourceKey } from "../../lib/api-types.ts"
import type { Waiting } from "./clock-moves.ts"

/** Icons by the kind of the entry, or by a word in its text. */
const icons: [RegExp, LucideIcon][] = [
  [/cycle|subscription/, RefreshCw],
  [/mail|remind/, Bell],
  [/expire/, ShieldX],
  [/dispute|evidence/, Gavel],
  [/refund/, Undo2],
  [/payout/, Send],
  [/webhook/, Webhook],
  [/invoice/, Receipt],
  [/charge/, CreditCard],
  [/overdue|intent/, CalendarClock],
]
export const iconOf = ({ kind, text }: Waiting): LucideIcon => icons.find(([words]) => words.test(`${kind} ${text}`))?.[1] ?? Clock

const objects: [RegExp, ResourceKey][] = [
  [/^raise-cycle$/, "subscriptions"],
  [/^charge-cycle$|overdue/, "payment-intents"],
  [/^send-payout$/, "payouts"],
  [/^charge$|^resolve-charge$/, "transactions"],
]

const resourceOf = ({ kind, text }: Waiting) => objects.find(([words]) => words.test(kind) || words.test(text))?.[1]
export const isNamed = (waiting: Waiting) => resourceOf(waiting) !== undefined && waiting.object !== null

/** The object of the entry, by its number if it has one. */
export function About({ waiting }: { waiting: Waiting }) {
  const { object } = waiting
  const resource = resourceOf(waiting)
  if (!resource || object === null) return null
  return (
    <span className="block truncate text-xs text-fg-3">
      <Reference to={resource} id={object} />
    </span>
  )
}
