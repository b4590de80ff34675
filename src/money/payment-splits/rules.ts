import { transitions } from "../../kit/pure/transitions.ts"
import { splitProblem } from "../../parties/partnerships/errors.ts"
import { accruedOf } from "../../parties/partnerships/rules.ts"
import type { SplitOrigin, SplitStatus } from "./values.ts"

/** The allowed transitions. The store asserts them. */
const canFollow = {
  pending: ["due", "canceled", "reversed"],
  due: ["scheduled", "paid", "reversed", "pending", "canceled"],
  scheduled: ["paid", "due", "reversed"],
  paid: ["due", "scheduled", "reversed"],
  reversed: ["due", "scheduled", "paid", "canceled"],
  canceled: [],
  "pending-approval": ["pending", "due", "rejected", "canceled"],
  rejected: [],
} satisfies Record<SplitStatus, SplitStatus[]>

export const assertCanFollow = transitions<SplitStatus>("a payment split", canFollow)

type Money = { accrued: number; reversed: number; paid_out: number }

/** The status that follows from the amounts, for an active split that is in no payout. */
export function statusOf({ accrued, reversed, paid_out }: Money): SplitStatus {
  if (accrued > paid_out) return "due"
  if (accrued > 0) return "paid"
  return reversed > 0 ? "reversed" : "pending"
}

type Shared = { amount: number; paid: number; refunded: number; disputed: number }

/** What a share has earned from all payments of an intent, and what is left of that after refunds and disputes. Both are rounded down. */
export function earningsOf(share: number, { amount, paid, refunded, disputed }: Shared) {
  const earned = accruedOf(share, paid, amount)
  const takenBack = accruedOf(share, refunded + disputed, amount)
  return { earned, accrued: Math.max(0, earned - takenBack) } // also when a refunded payment was reversed
}

/** Whether payments and reversals still change what the split has accrued. */
export const isActive = (status: SplitStatus) => status !== "canceled" && status !== "rejected" && status !== "pending-approval"

type Sharing = { partnership_id: string; status: SplitStatus }

/** Every supplier of a line and every partner of a split that was neither canceled nor rejected, each once. */
export function partnersOf(lines: readonly { supplier?: string | undefined }[], splits: readonly Sharing[]): string[] {
  const sharing = splits.filter(({ status }) => status !== "canceled" && status !== "rejected")
  return [...new Set([...lines.flatMap(({ supplier }) => supplier ?? []), ...sharing.map(split => split.partnership_id)])].toSorted()
}

/** Statuses of splits that are in no payout and were not paid out. */
const unscheduled: readonly SplitStatus[] = ["pending", "due", "reversed"]
type State = { status: SplitStatus; paid_out: number; payout_id: string | null }

/** A split that waits for approval can always be deleted: its request is withdrawn with it. */
export function assertDeletable(split: State) {
  if (split.status !== "pending-approval") assertUnscheduled(split, "deleted")
}

type Fixed = State & { origin: SplitOrigin; amount: number; currency: string; isApproved: boolean }

/** The amount of a calculated split follows from the terms of the sale; a split that people approved can't be raised. */
export function assertAmountChangeable(split: Fixed, amount: number) {
  if (split.origin !== "fixed") throw splitProblem("SPL-2004")
  assertUnscheduled(split, "given another amount")
  if (split.isApproved && amount > split.amount) throw splitProblem("SPL-2005", { amount: split.amount, currency: split.currency })
}

function assertUnscheduled({ status, paid_out, payout_id }: State, action: string) {
  if (!unscheduled.includes(status) || paid_out !== 0 || payout_id !== null)
    throw splitProblem("SPL-2002", { status, action, allowed: unscheduled.join(", ") })
}

/** A canceled intent promises nothing any more. Its remaining splits were paid out before, and can't be changed. */
export function assertPromised(intent: { status: string }, action: "deleted" | "given another amount") {
  if (intent.status !== "canceled") return
  throw splitProblem("SPL-2002", { status: "part of a canceled payment intent", action, allowed: "parts of others" })
}

export function assertShareable({ status }: { status: string }) {
  if (status === "canceled") throw splitProblem("SPL-2003", { status })
}
