/** What a file is. camt.053 is a statement and camt.054 a notification about some of its bookings; OFX is version 1 or 2. */
export const statementFormats = ["camt.053", "camt.054", "mt940", "ofx", "csv"] as const
export type StatementFormat = (typeof statementFormats)[number]

/** `suggested` has candidates that a person has to choose from; `ignored` is a booking that is none of ours. */
export const lineStatuses = ["new", "suggested", "matched", "ignored"] as const
export type LineStatus = (typeof lineStatuses)[number]

export const matchKinds = ["paymentIntent", "payout", "refundIntent", "transaction", "paymentFile"] as const
type MatchKind = (typeof matchKinds)[number]

/** What a match did: paid an intent, confirmed what was sent or received, booked a return, or only noted what was booked before. */
export const matchEffects = ["paid", "confirmed", "returned", "noted"] as const
export type MatchEffect = (typeof matchEffects)[number]

/** An object that a line, or a part of its amount, stands for. */
export type Part = { kind: MatchKind; object: string; label: string; amount: number; evidence: string }
