import { documentProblem } from "./errors.ts"
import type { DocumentKind } from "./values.ts"

/** Refuses a document that an object does not have in this state, and says when it will have one. */
function assertHas(has: boolean, kind: DocumentKind, noun: string, status: string, when: string) {
  if (!has) throw documentProblem("DOC-2001", { kind, noun, status, when })
}

export const assertInvoiced = ({ status }: { status: string }) =>
  assertHas(status !== "canceled", "invoice", "payment intent", status, "until it is canceled")

export const assertPaid = ({ status, paid }: { status: string; paid: number }) =>
  assertHas(paid > 0, "receipt", "payment intent", status, "once something was paid")

/** The credit note of a payment intent cancels its invoice. */
export const assertTakenBack = ({ status }: { status: string }, hasNumberedInvoice: boolean) =>
  assertHas(
    status === "canceled" && hasNumberedInvoice,
    "credit-note",
    "payment intent",
    status,
    "once it is canceled and had a numbered invoice; refund intents have their own credit notes",
  )

export const assertReceived = ({ transaction_type: type, status }: { transaction_type: string; status: string }) =>
  assertHas(
    type === "charge" && (status === "succeeded" || status === "reversed"),
    "receipt",
    "transaction",
    `${status} (${type})`,
    "once a charge has succeeded; the refund intent of a refund has a credit note",
  )

export const assertGivenBack = ({ status }: { status: string }) =>
  assertHas(status === "settled", "credit-note", "refund intent", status, "once it is settled")

export const assertPaidOut = ({ status }: { status: string }) =>
  assertHas(status === "processing" || status === "paid" || status === "returned", "advice", "payout", status, "once it is sent")

/** More lines take too long to draw, and nobody reads them on paper. */
const maxStatementLines = 10_000

export function assertDrawable(lines: number) {
  if (lines > maxStatementLines) throw documentProblem("DOC-2002", { lines, max: maxStatementLines })
}

const prefixes: Record<DocumentKind, string> = { invoice: "INV", receipt: "RC", "credit-note": "CN", advice: "RA", statement: "ST" }

/** INV-2026-000001: each kind counts from 1 in each year of the tenant's time zone. */
export const numberOf = (kind: DocumentKind, year: number, count: number) => `${prefixes[kind]}-${year}-${String(count).padStart(6, "0")}`

export const yearIn = (timezone: string, now: Date) =>
  Number(new Intl.DateTimeFormat("en", { timeZone: timezone, year: "numeric" }).format(now))
