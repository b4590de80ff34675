import { Problem } from "../kit/problem.ts"
import type { SplitStatus } from "./schema.ts"

/** Which status may come after which. */
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

/** What the money makes of a split that is in no payout and was not called off. */
export function statusOf({ accrued, reversed, paid_out }: Money): SplitStatus {
  if (accrued > paid_out) return "due"
  if (accrued > 0) return "paid"
  return reversed > 0 ? "reversed" : "pending"
}

/** These accrue and shrink with the money; the others stand still. */
export const isLive = (status: SplitStatus) => status !== "canceled" && status !== "rejected" && status !== "pending-approval"

const deletable: readonly SplitStatus[] = ["pending", "due", "reversed"]

export function assertDeletable({ status, paid_out }: { status: SplitStatus; paid_out: number }) {
  if (!deletable.includes(status) || paid_out > 0) throw new Problem("SPL-2002", { status, allowed: deletable.join(", ") })
}

export function assertShareable({ status }: { status: string }) {
  if (status === "canceled") throw new Problem("SPL-2003", { status })
}
