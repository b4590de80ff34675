import type { Decided } from "./schema.ts"
import { dayMs, hourMs } from "../../kit/pure/calendar.ts"
import { approvalProblem } from "./errors.ts"
import { isMaker, type Makers } from "./turn-rules.ts"
import type { RequestStatus, Strategy } from "./values.ts"

export type RequestState = {
  status: RequestStatus
  strategy: Strategy
  approvers: readonly string[]
  assignee_id: string | null
  decisions: readonly Decided[]
} & Makers

/** The approver for whom a decision counts: the user, or the person who delegated to the user. */
export const seatOf = ({ user, for: delegator }: Pick<Decided, "user" | "for">) => delegator ?? user

/** Approvers whose approval is still needed, in their order. Leaves out users who left and, under four eyes, the maker. */
export function remainingOf(request: RequestState, active: ReadonlySet<string>): string[] {
  const { strategy, approvers, assignee_id, decisions, status } = request
  if (status !== "pending") return []
  const seats = new Set(decisions.map(seatOf))
  const able = withoutMaker(request, active)
  const open = approvers.filter(user => able.has(user) && !seats.has(user))
  return strategy === "round-robin" ? open.filter(user => user === assignee_id) : open
}

/**
 * The users in `able` who can still approve or reject it: listed approvers who have not decided and, under four eyes, are not the maker.
 */
export function decidersOf(request: RequestState, able: ReadonlySet<string>): string[] {
  const seats = new Set(request.decisions.map(seatOf))
  return request.approvers.filter(user => able.has(user) && !seats.has(user) && !isMaker(request, user))
}

const withoutMaker = (makers: Makers, active: ReadonlySet<string>) => new Set([...active].filter(user => !isMaker(makers, user)))

type Actor = {
  user: string
  /** The users who have delegated their decisions to this user now. */
  delegators: readonly string[]
  /** The approver for whom the user wants to decide. */
  for?: string | undefined
}

/**
 * The approver for whom the actor decides: themselves if they are listed, otherwise a delegator. Never a user who left, even during this
 * request.
 */
function seatFor({ approvers }: RequestState, { user, delegators, for: named }: Actor, active: ReadonlySet<string>): string {
  const listed = [user, ...delegators].filter(seat => approvers.includes(seat) && active.has(seat))
  const seats = listed.filter(seat => named === undefined || seat === named)
  if (seats[0] === undefined) throw approvalProblem("APR-2002", { approvers: approvers.join(", ") })
  return seats[0]
}

/**
 * A decision, as a new state. The same decision again changes nothing. Throws when the actor may not decide, or not now. `active` are the
 * approvers who are still users.
 */
export function decide(
  request: RequestState,
  actor: Actor,
  { decision, comment, at }: Pick<Decided, "decision" | "comment" | "at">,
  active: ReadonlySet<string>,
): { status: RequestStatus; decisions: readonly Decided[] } {
  const { status, decisions } = request
  const seat = seatFor(request, actor, active)
  if (isMaker(request, actor.user) || isMaker(request, seat)) throw approvalProblem("APR-2003")
  const earlier = decisions.find(each => seatOf(each) === seat)
  if (earlier?.decision === decision) return { status, decisions }
  if (status !== "pending") throw approvalProblem("APR-2001", { status })
  if (earlier) throw approvalProblem("APR-2001", { status: `${earlier.decision} by you` })
  if (decision === "approved") assertTurn(request, seat, active)
  const made = [...decisions, { user: actor.user, for: seat === actor.user ? null : seat, decision, comment, at }]
  return { decisions: made, status: decision === "rejected" ? "rejected" : statusAfter({ ...request, decisions: made }, active) }
}

function assertTurn(request: RequestState, seat: string, active: ReadonlySet<string>) {
  const [next] = remainingOf(request, active)
  const isOrdered = request.strategy === "sequential" || request.strategy === "round-robin"
  if (isOrdered && next !== seat) throw approvalProblem("APR-2004", { turn: next ?? "nobody" })
}

/** The status after an approval was added. */
function statusAfter(request: RequestState, active: ReadonlySet<string>): RequestStatus {
  const isEnough = request.strategy === "any-of" || request.strategy === "round-robin"
  return isEnough || remainingOf(request, active).length === 0 ? "approved" : "pending"
}

export type Rotation = Makers & Pick<RequestState, "approvers">

/** The user whose turn it is in a round-robin request: the next in the rotation; under four eyes never the maker. */
export function assigneeOf(request: Rotation, turn: number, users: ReadonlySet<string>): string | null {
  const { approvers } = request
  const able = withoutMaker(request, users)
  const order = approvers.map((_, i) => approvers[(turn + i) % approvers.length]!)
  return order.find(user => able.has(user)) ?? null
}

/** Contract: open for 7 days. Approvers are reminded after a day and a day before the end. */
export const expiresAt = (now: Date) => new Date(now.getTime() + 7 * dayMs)
export const remindersAt = (now: Date) => [new Date(now.getTime() + dayMs), new Date(now.getTime() + 6 * dayMs)]

const minBetweenMs = 20 * hourMs

/** Nobody is reminded twice within 20 hours: not by a job that is repeated after a crash, and not after a person has just reminded them. */
export const isReminderDue = ({ status, reminded_at }: { status: RequestStatus; reminded_at: Date | null }, at: Date) =>
  status === "pending" && (reminded_at === null || reminded_at.getTime() <= at.getTime() - minBetweenMs)

export function assertRemindable(remindedAt: Date | null, now: Date) {
  if (remindedAt && now.getTime() - remindedAt.getTime() < dayMs)
    throw approvalProblem("APR-2007", { remindedAt: remindedAt.toISOString() })
}
