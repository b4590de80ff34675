import { splitProblem } from "../../parties/partnerships/errors.ts"
import type { SplitStatus } from "./schema.ts"

/** The allowed transitions. */
export const canFollow = {
  pending: ["due", "canceled", "reversed"],
  due: ["scheduled", "reversed", "pending", "canceled"],
  scheduled: ["paid", "due", "reversed"],
  paid: ["due", "reversed"],
  reversed: ["due", "canceled"],
  canceled: [],
  "pending-approval": ["pending", "due", "rejected", "canceled"],
  rejected: [],
} satisfies Record<SplitStatus, SplitStatus[]>

type Money = { accrued: number; reversed: number; paid_out: number }

/** The status that follows from the amounts, for an active split that is in no payout. */
export function statusOf({ accrued, reversed, paid_out }: Money): SplitStatus {
  if (accrued > paid_out) return "due"
  if (accrued > 0) return "paid"
  return reversed > 0 ? "reversed" : "pending"
}

/** Whether payments and reversals still change what the split has accrued. */
export const isActive = (status: SplitStatus) => status !== "canceled" && status !== "rejected" && status !== "pending-approval"

const deletable: readonly SplitStatus[] = ["pending", "due", "reversed"]

export function assertDeletable({ status, paid_out }: { status: SplitStatus; paid_out: number }) {
  if (!deletable.includes(status) || paid_out > 0) throw splitProblem("SPL-2002", { status, allowed: deletable.join(", ") })
}

export function assertShareable({ status }: { status: string }) {
  if (status === "canceled") throw splitProblem("SPL-2003", { status })
}
