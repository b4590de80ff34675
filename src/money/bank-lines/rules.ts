import { sum } from "../../kit/pure/money.ts"
import { bankLineProblem } from "./errors.ts"
import type { LineStatus } from "./values.ts"

type State = { status: LineStatus }

function assertStatus({ status }: State, action: string, ...allowed: LineStatus[]) {
  if (!allowed.includes(status)) throw bankLineProblem("BLN-2001", { status, action, allowed: `${allowed.join(" and ")} ones` })
}

export const isOpen = ({ status }: State) => status === "new" || status === "suggested"
export const assertMatchable = (line: State) => assertStatus(line, "matched", "new", "suggested")
export const assertIgnorable = (line: State) => assertStatus(line, "ignored", "new", "suggested")
export const assertUndoable = (line: State) => assertStatus(line, "undone", "matched", "ignored")
export const assertAcceptable = (line: State) => assertStatus(line, "accepted", "suggested")

/** Charges of the bank make an incoming payment smaller and an outgoing one larger. */
export function assertWhole(line: { amount: number; currency: string }, parts: readonly { amount: number }[], charges: number) {
  const total = sum(parts.map(({ amount }) => amount))
  const expected = line.amount > 0 ? line.amount + charges : -line.amount - charges
  if (total !== expected) throw bankLineProblem("BLN-2002", { parts: total, currency: line.currency, expected })
}

/** A booking of a file, as it is compared with the stored ones. */
type Keyed = { key: string; day: string; amount: number }
export type Stored = Keyed & { id: string; occurrence: number; format: string; isComplete: boolean }
type File = { format: string; isComplete: boolean }
/** `duplicateOf` may be the same booking in another format. Only a person can tell. */
type Compared<B> = { booking: B; occurrence: number; isKnown: boolean; duplicateOf: string | null }

/**
 * Finds which bookings of a file are stored already. Equal bookings of one day are told apart by their position among equals. The same
 * booking has other texts and references in another format; then the n-th of a day and an amount is the n-th stored one, if one of the two
 * files has all bookings of the day.
 */
export function compareBookings<B extends Keyed>(bookings: readonly B[], stored: readonly Stored[], file: File): Compared<B>[] {
  const byKey = new Map(stored.map(each => [`${each.key} ${each.occurrence}`, each]))
  const seen = new Map<string, number>()
  const numbered = bookings.map(booking => {
    const occurrence = seen.get(booking.key) ?? 0
    seen.set(booking.key, occurrence + 1)
    return { booking, occurrence, known: byKey.get(`${booking.key} ${occurrence}`) }
  })
  const found = new Set(numbered.map(({ known }) => known?.id))
  const others = Map.groupBy(
    stored.filter(each => each.format !== file.format && !found.has(each.id)),
    ({ day, amount }) => `${day} ${amount}`,
  )
  return numbered.map(({ booking, occurrence, known }) => {
    if (known) return { booking, occurrence, isKnown: true, duplicateOf: null }
    const other = others.get(`${booking.day} ${booking.amount}`)?.shift()
    const isSure = other !== undefined && (file.isComplete || other.isComplete)
    return { booking, occurrence, isKnown: isSure, duplicateOf: isSure ? null : (other?.id ?? null) }
  })
}
