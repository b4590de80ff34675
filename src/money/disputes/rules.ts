import { dayMs } from "../../kit/pure/calendar.ts"
import type { Condition } from "../../kit/pure/filters.ts"
import { isoTime } from "../../kit/pure/time.ts"
import { transitions } from "../../kit/pure/transitions.ts"
import type { Allocation } from "../transactions/rules.ts"
import { disputeProblem } from "./errors.ts"
import type { Evidence, laterStages, outcomes } from "./schema.ts"
import { type DisputeStage, disputeStages, type DisputeStatus, disputeStatuses } from "./values.ts"

/** What is known about a dispute. */
export type Facts = {
  evidence: Evidence | null
  /** The latest decision of the payer's bank. */
  decision: (typeof outcomes)[number] | null
  accepted_at: Date | null
  /** When the date for evidence passed without any. */
  expired_at: Date | null
}

/**
 * The status follows from what is known, not from the order in which it became known: events of a gateway may be late, doubled and out of
 * order. We assume that a dispute is lost when it was accepted or not answered; a decision of the bank for us overrides that.
 */
export function statusOf({ evidence, decision, accepted_at, expired_at }: Facts): DisputeStatus {
  if (decision === "won") return "won"
  if (accepted_at !== null) return "accepted"
  if (decision === "lost" || expired_at !== null) return "lost"
  return evidence === null ? "needs-response" : "under-review"
}

/** The allowed transitions. The store asserts them. A later stage, such as an appeal, begins with a new answer. */
const canFollow = {
  "needs-response": ["under-review", "won", "lost", "accepted"],
  "under-review": ["won", "lost", "accepted", "needs-response"],
  won: ["lost", "accepted", "needs-response"],
  lost: ["won", "needs-response"],
  accepted: ["won", "needs-response"],
} satisfies Record<DisputeStatus, DisputeStatus[]>

export const assertCanFollow = transitions<DisputeStatus>("a dispute", canFollow)

const openStatuses: readonly DisputeStatus[] = ["needs-response", "under-review"]
export const isOpen = (status: DisputeStatus) => openStatuses.includes(status)

type State = { status: DisputeStatus; stage: DisputeStage }

/**
 * Where its money is: set aside while it is open, gone once it is lost, back once it is won. An inquiry moves none, however it ends. What
 * was lost stays gone while an appeal is open, because the gateway has not given it back.
 */
export function moneyOf({ status, stage }: State): "reserved" | "back" | "gone" {
  if (stage === "inquiry" || status === "won") return "back"
  return isOpen(status) && stage === "dispute" ? "reserved" : "gone"
}

/** Whether its amount counts against the budget of its charge. */
export const isInBudget = (state: State) => moneyOf(state) !== "back"

const rankOf = (stage: DisputeStage) => disputeStages.indexOf(stage)

/** Whether a report begins a later stage. A dispute never goes back to an earlier one. */
export const isLaterStage = (known: DisputeStage, reported: DisputeStage) => rankOf(reported) > rankOf(known)

type Decision = { at: Date; decision: (typeof outcomes)[number]; stage: DisputeStage | undefined }

/**
 * Whether a decision is of the stage that a dispute is in. Gateways name a decided appeal a dispute, so a decision counts where it came
 * after the beginning of the stage; an earlier one is what the appeal contests.
 */
export function isOfStage(known: { stage: DisputeStage; stage_at: Date | null }, { at, decision, stage = "dispute" }: Decision): boolean {
  if (known.stage_at === null || rankOf(stage) >= rankOf(known.stage)) return true
  return at > known.stage_at || (at.getTime() === known.stage_at.getTime() && decision === "won")
}

/** What a later stage begins with: nothing is answered or decided yet. */
export const unanswered = { evidence: null, decision: null, decided_at: null, accepted_at: null, expired_at: null }

/** Replaces `open` by the statuses that it means, because the status has an index and a tally. */
export function byStatus(condition: Condition): Condition {
  if (condition.field !== "open") return condition
  const isMatch = (status: DisputeStatus) => condition.values.includes(isOpen(status)) !== (condition.operator === "ne")
  return { field: "status", column: "status", operator: "in", values: disputeStatuses.filter(isMatch) }
}

export const assertAcceptable = ({ status }: { status: DisputeStatus }) => assertOpen(status, "accepted")

export function assertAnswerable({ status, evidence_due_at }: { status: DisputeStatus; evidence_due_at: Date }, now: Date) {
  assertOpen(status, "answered")
  if (now > evidence_due_at) throw disputeProblem("DSP-2002", { dueAt: isoTime(evidence_due_at), now: isoTime(now) })
}

/** The simulated bank may change its decision, but does not decide on an accepted dispute. */
export function assertResolvable({ status }: { status: DisputeStatus }) {
  if (status === "accepted")
    throw disputeProblem("DSP-2001", { status, action: "resolved", allowed: "needs-response, under-review, won and lost" })
}

/** The simulated bank makes a dispute of an inquiry that is not settled, and reopens a lost dispute for an appeal. */
export function assertAdvances({ status, stage }: State, next: (typeof laterStages)[number]) {
  const isPossible =
    next === "dispute" ? stage === "inquiry" && status !== "won" && status !== "accepted" : stage === "dispute" && status === "lost"
  if (isPossible) return
  const allowed = next === "dispute" ? "an inquiry that is needs-response, under-review or lost" : "a dispute that is lost"
  throw disputeProblem("DSP-2005", { stage, status, next: next === "dispute" ? "a dispute" : "an appeal", allowed })
}

function assertOpen(status: DisputeStatus, action: string) {
  if (!isOpen(status)) throw disputeProblem("DSP-2001", { status, action, allowed: openStatuses.join(" and ") })
}

type Charge = {
  transaction_type: string
  status: string
  gateway: string | null
  currency: string
  amount: number
  refunded: number
  disputed: number
}

/** The simulated bank takes back no more than is left of the charge. A real bank may take more, and then we record it. */
export function assertDisputable({ transaction_type: type, status, gateway, ...charge }: Charge, amount: number | undefined): number {
  if (type !== "charge" || status !== "succeeded" || gateway !== "simulator")
    throw disputeProblem("DSP-2003", {
      type,
      status: gateway === "simulator" ? status : `${status} ${gateway === null ? "without a gateway" : `at ${gateway}`}`,
    })
  const available = Math.max(0, charge.amount - charge.refunded - charge.disputed)
  const wanted = amount ?? (available || charge.amount) // where nothing is left, the whole charge is refused
  if (wanted > available) throw disputeProblem("DSP-2004", { available, amount: wanted, currency: charge.currency })
  return wanted
}

/** Of two reports the later one counts, by the gateway's clock. At the same moment, the one that takes more counts. */
export const isLater = (at: Date, known: Date | null, takesMore: boolean) =>
  known === null || at > known || (at.getTime() === known.getTime() && takesMore)

/**
 * How much each intent that a charge paid down loses, the one paid down last first. `lost` is what earlier disputes took of each. The
 * result leaves out the excess over all of them: it became the contact's credit, or exceeds the charge.
 */
export function takeAway(allocations: readonly Allocation[], lost: ReadonlyMap<string, number>, amount: number): Allocation[] {
  let left = amount
  const parts = allocations.toReversed().map(({ paymentIntent, amount: paid }) => {
    const part = Math.min(left, Math.max(0, paid - (lost.get(paymentIntent) ?? 0)))
    left -= part
    return { paymentIntent, amount: part }
  })
  return parts.filter(part => part.amount > 0)
}

/** When to remind of a dispute without evidence: three days before the date. */
const reminderLeadMs = 3 * dayMs
export const remindAt = (evidenceDueAt: Date) => new Date(evidenceDueAt.getTime() - reminderLeadMs)
