import { CheckCircle2, Clock, Hourglass, type LucideIcon, PencilLine, Undo2, UserRound, XCircle } from "lucide-react"
import { money } from "../../lib/money.ts"
import { say } from "../../lib/words.ts"
import { t } from "../../lib/translate.ts"
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
  yours: { label: t`Your turn`, tone: "accent", icon: UserRound },
  waiting: { label: t`Not your turn`, tone: "neutral", icon: Hourglass },
  own: { label: t`Requested by you`, tone: "neutral", icon: PencilLine },
  approved: { label: t`Approved`, tone: "good", icon: CheckCircle2 },
  rejected: { label: t`Rejected`, tone: "bad", icon: XCircle },
  expired: { label: t`Expired`, tone: "warn", icon: Clock },
  withdrawn: { label: t`Withdrawn`, tone: "neutral", icon: Undo2 },
}

const resources = [payouts, refunds, splits, transactions, mandates, journalCloses]

function entityOf(type: EntityType, open: string) {
  const { approval, noun, icon, key } = resources.find(each => each.approval?.type === type)!
  return { label: approval?.label ?? say(noun), open, icon: approval?.icon ?? icon, key }
}

/** Its name, the words of a link to it, its icon, and the route that its objects are read by. */
export const entities: Record<EntityType, ReturnType<typeof entityOf>> = {
  payout: entityOf("payout", t`Open payout`),
  "refund-intent": entityOf("refund-intent", t`Open refund`),
  "payment-split": entityOf("payment-split", t`Open split`),
  transaction: entityOf("transaction", t`Open payment`),
  authorization: entityOf("authorization", t`Open mandate`),
  "journal-close": entityOf("journal-close", t`Open reopening`),
}

/** A mandate without a limit and a closed month have no amount. */
export const requestedAmount = ({ amount, currency, isUnlimited, entityType }: Requested) =>
  entityType === "journal-close" ? t`a closed month` : isUnlimited ? t`any amount` : money(amount, currency)
export type Requested = Pick<ApprovalRequest, "amount" | "currency" | "isUnlimited"> & { entityType?: EntityType }

export const strategyWords: Record<ApprovalRequest["strategy"], { label: string; about: string }> = {
  "any-of": { label: t`Any one`, about: t`The first approval releases it` },
  "all-of": { label: t`All of them`, about: t`Everyone approves, in any order` },
  sequential: { label: t`In order`, about: t`One after the other` },
  "round-robin": { label: t`In turn`, about: t`Each request goes to the next in the rotation` },
  "auto-approve": { label: t`Automatic`, about: t`Released at once and recorded, but never a refund that an agent drafted` },
}
