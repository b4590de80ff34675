import { nextMonth } from "../../kit/pure/months.ts"
import { transitions } from "../../kit/pure/transitions.ts"
import { firstDay } from "../analytics/rules.ts"
import { journalProblem } from "./errors.ts"
import type { CloseStatus } from "./values.ts"

type Close = {
  id: string
  month: string
  status: CloseStatus
  reopen_requested_by: string | null
  approval: { request: string | null; status: string }
}

/** A rejected reopening leaves the month closed. A month that was reopened is closed again by another close. */
export const assertCanFollow = transitions<CloseStatus>("a journal close", {
  closing: ["closed"],
  closed: ["reopening"],
  reopening: ["closed", "reopened"],
  reopened: [],
})

/** A month can be closed once it has ended in the tenant's time zone. */
export function assertEnded(month: string, current: string, timezone: string) {
  if (month >= current) throw journalProblem("JRN-2001", { month, timezone, day: firstDay(nextMonth(month)) })
}

/** `closed` are the closed months, the latest first. All months before a closed one are closed, too. */
export function assertClosable(month: string, closed: readonly Close[]) {
  const covering = closed.findLast(each => each.month >= month)
  const waiting = closed.find(({ status }) => status === "reopening")
  if (covering) throw journalProblem("JRN-2003", { month, close: covering.id })
  if (waiting) throw journalProblem("JRN-2008", { month: waiting.month })
}

/** Only the last closed month can be reopened, because the books are closed up to a day. */
export function assertLast({ id }: Close, closed: readonly Close[]) {
  const [last] = closed
  if (last && last.id !== id) throw journalProblem("JRN-2004", { month: last.month })
}

export function assertStatus({ status }: Pick<Close, "status">, action: string, allowed: CloseStatus) {
  if (status !== allowed) throw journalProblem("JRN-2005", { status, action, allowed })
}

/** Without a policy any other person who may decide approvals releases the reopening. */
export function assertSecondPerson(close: Close, user: string) {
  assertNoPolicy(close)
  if (close.reopen_requested_by === user) throw journalProblem("JRN-2006", { month: close.month })
}

export function assertNoPolicy({ month, approval: { request, status } }: Close) {
  if (status === "pending") throw journalProblem("JRN-2007", { month, request })
}
