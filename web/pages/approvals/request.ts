import { CheckCircle2, Clock, Hourglass, type LucideIcon, PencilLine, Undo2, UserRound, XCircle } from "lucide-react"
import { money } from "../../lib/money.ts"
import { say } from "../../lib/words.ts"
import { journalCloses } from "../../resources/journal-closes/resource.tsx"
import { mandates } from "../../resources/authorizations/resource.tsx"
import { splits } from "../../resources/payment-splits/resource.tsx"
import { payouts } from "../../resources/payouts/resource.tsx"
import { refunds } from "../../resources/refund-intents/resource.tsx"
import { transactions } from "../../resources/transactions/resource.tsx"
import type { Tone } from "../../ui/tone.ts"
import type { ApprovalRequest, View } from "./turn.ts"

export type EntityType = ApprovalRequest["entityType"]

export const views: Record<View, { label: string; tone: Tone; icon: LucideIcon }> = {
  yours: { label: "Your turn", tone: "accent", icon: UserRound },
  waiting: { label: "Not your turn", tone: "neutral", icon: Hourglass },
  own: { label: "Requested by you", tone: "neutral", icon: PencilLine },
  approved: { label: "Approved", tone: "good", icon: CheckCircle2 },
  rejected: { label: "Rejected", tone: "bad", icon: XCircle },
  expired: { label: "Expired", tone: "warn", icon: Clock },
  withdrawn: { label: "Withdrawn", tone: "neutral", icon: Undo2 },
}

const resources = [payouts, refunds, splits, transactions, mandates, journalCloses]

function entityOf(type: EntityType) {
  const { approval, noun, icon, key } = resources.find(each => each.approval?.type === type)!
  return { label: approval?.label ?? say(noun), icon: approval?.icon ?? icon, key }
}

/** Its name, its icon, and the route that its objects are read by. */
export const entities: Record<EntityType, ReturnType<typeof entityOf>> = {
  payout: entityOf("payout"),
  "refund-intent": entityOf("refund-intent"),
  "payment-split": entityOf("payment-split"),
  transaction: entityOf("transaction"),
  authorization: entityOf("authorization"),
  "journal-close": entityOf("journal-close"),
}

/** A mandate without a limit and a closed month have no amount. */
export const requestedAmount = ({ amount, currency, isUnlimited, entityType }: Requested) =>
  entityType === "journal-close" ? "a closed month" : isUnlimited ? "any amount" : money(amount, currency)
export type Requested = Pick<ApprovalRequest, "amount" | "currency" | "isUnlimited"> & { entityType?: EntityType }

export const strategyWords: Record<ApprovalRequest["strategy"], { label: string; about: string }> = {
  "any-of": { label: "Any one", about: "The first approval releases it" },
  "all-of": { label: "All of them", about: "Everyone approves, in any order" },
  sequential: { label: "In order", about: "One after the other" },
  "round-robin": { label: "In turn", about: "Each request goes to the next in the rotation" },
  "auto-approve": { label: "Automatic", about: "Released at once and recorded, but never a refund that an agent drafted" },
}
