import { dayMs } from "../pure/calendar.ts"
import { generalProblem } from "../pure/errors.ts"
import type { Confirmation } from "./operation.ts"
import type { Identity } from "./ports.ts"

/** How long a confirmation of a person's identity is valid, in real time. */
const confirmations: Record<Confirmation, { ms: number; words: string }> = {
  recent: { ms: 10 * 60_000, words: "10 minutes" },
  daily: { ms: dayMs, words: "a day" },
}

export const isConfirmed = ({ caller: { session }, readAt }: Identity, needed: Confirmation): boolean =>
  session === undefined || readAt.getTime() - session.confirmedAt.getTime() <= confirmations[needed].ms

export function assertConfirmed(identity: Identity, needed: Confirmation) {
  if (!isConfirmed(identity, needed)) throw generalProblem("AUT-1009", { holdsFor: confirmations[needed].words })
}
