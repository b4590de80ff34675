import type { Effects } from "../../control/approvals/request-store.ts"
import type { Facts } from "../../control/approvals/schema.ts"
import { dayMs } from "../../kit/pure/calendar.ts"
import { invalidField } from "../../kit/pure/errors.ts"
import { display } from "../../kit/pure/money.ts"
import { transitions } from "../../kit/pure/transitions.ts"
import { authorizationProblem } from "./errors.ts"
import type { Terms } from "./schema.ts"
import { type AuthorizationStatus, byFile, type FileScheme, type Scheme, schemes } from "./values.ts"

/** Which statuses may follow a status. The gateway may report the end of a mandate before its beginning. */
export const canFollow = {
  "pending-approval": ["pending", "active", "rejected", "canceled"],
  pending: ["active", "failed", "revoked", "expired", "canceled"],
  active: ["revoked", "expired", "failed"],
  revoked: [],
  expired: [],
  failed: [],
  rejected: [],
  canceled: [],
} satisfies Record<AuthorizationStatus, AuthorizationStatus[]>

export const mayFollow = (from: AuthorizationStatus, to: AuthorizationStatus) => {
  const allowed: readonly AuthorizationStatus[] = canFollow[from]
  return allowed.includes(to)
}

export const assertCanFollow = transitions<AuthorizationStatus>("an authorization", canFollow)

export const hasEnded = (status: AuthorizationStatus) => canFollow[status].length === 0

/** Whether to tell the gateway again that a mandate has ended: every day, for a month. */
export const mustTellEnd = (endedAt: Date | null, now: Date) => endedAt === null || now.getTime() - endedAt.getTime() < 30 * dayMs

const currencies: Record<Scheme, string> = { sepa: "EUR", bacs: "GBP", becs: "AUD", ach: "USD", pix: "BRL" }

/** The scheme that debits accounts in this currency, if there is one. */
export const schemeFor = (currency: string): Scheme | undefined => schemes.find(scheme => currencies[scheme] === currency)

export function assertSchemeFits(scheme: Scheme, currency: string) {
  const expected = currencies[scheme]
  if (currency !== expected) throw authorizationProblem("AUZ-1001", { scheme, expected, currency })
}

const schemesOfFiles: Record<FileScheme, Scheme> = { core: "sepa", b2b: "sepa", ppd: "ach", ccd: "ach", web: "ach" }

type Signed = Omit<Terms, "noticeDays"> & { noticeDays?: number | undefined }

type Now = { today: string; sepaNoticeDays: number }

/** The terms of a mandate that the tenant holds itself. SEPA prescribes notice: two weeks unless fewer were agreed. */
export function termsOf({ noticeDays, ...signed }: Signed, scheme: Scheme, { today, sepaNoticeDays }: Now): Terms {
  const expected = schemesOfFiles[signed.scheme]
  if (scheme !== expected) throw invalidField("terms.scheme", `can be ${signed.scheme} only with the scheme ${expected}`)
  if (signed.signedOn < "2000-01-01" || signed.signedOn > today)
    throw invalidField("terms.signedOn", "must lie between the year 2000 and today")
  return { ...signed, noticeDays: noticeDays ?? (expected === "sepa" ? sepaNoticeDays : 0) }
}

/** The reference in the characters and the length of payment files. */
export function assertFileReference(reference: string) {
  if (!/^[A-Za-z0-9?:().,'+-](?:[A-Za-z0-9/?:().,'+ -]{0,33}[A-Za-z0-9?:().,'+-])?$/.test(reference) || reference.includes("//"))
    throw invalidField("reference", "must have at most 35 Latin letters, digits and signs of /-?:().,'+ with no slash or space at an end")
}

export const isByFile = ({ gateway }: { gateway: string }) => gateway === byFile

type Mandate = {
  status: AuthorizationStatus
  contact_id: string
  currency: string
  gateway: string
  max_amount: number | null
}

const assertStatus = (status: AuthorizationStatus, action: string, allowed: readonly AuthorizationStatus[]) => {
  if (!allowed.includes(status)) throw authorizationProblem("AUZ-2001", { status, action, allowed: allowed.join(" and ") })
}

export const assertCancelable = ({ status }: Pick<Mandate, "status">) => assertStatus(status, "canceled", ["pending-approval", "pending"])
/** A decision on the request may come while the mandate is being canceled. */
export const assertHeld = ({ status }: Pick<Mandate, "status">, action: "approved" | "stopped") =>
  assertStatus(status, action, ["pending-approval"])
export const assertRevocable = ({ status }: Pick<Mandate, "status">) => assertStatus(status, "revoked", ["active"])

export type Debit = { contact: string; currency: string; gateway: string; amount: number }

/** Whether a charge may debit by the mandate: checked when it is created, and again when an approval releases it. */
export function assertChargeable(mandate: Mandate, { contact, currency, gateway, amount }: Debit) {
  assertStatus(mandate.status, "charged", ["active"])
  if (mandate.contact_id !== contact) throw authorizationProblem("AUZ-2003", { payer: contact, contact: mandate.contact_id })
  if (mandate.gateway !== gateway) throw authorizationProblem("AUZ-2005", { expected: mandate.gateway, gateway })
  if (mandate.currency !== currency) throw authorizationProblem("AUZ-2004", { expected: mandate.currency, currency })
  const maxAmount = mandate.max_amount
  if (maxAmount !== null && amount > maxAmount) throw authorizationProblem("AUZ-2002", { maxAmount, amount, currency })
}

type Held = { scheme: Scheme; currency: string; max_amount: number | null }

/** Contract: a mandate without a maximum counts as larger than any limit of a policy. */
export const factsOf = ({ scheme, currency, max_amount }: Held): Facts => ({
  action: "authorize",
  amount: max_amount,
  sourceCurrency: currency,
  targetCurrency: currency,
  method: scheme,
  recipientType: "self",
  team: null,
  partnerships: [],
})

export function effectsOf({ currency, max_amount, isFiled }: Held & { isFiled: boolean }, masked: string): Effects {
  const limit = max_amount === null ? "any amount" : `up to ${display(max_amount, currency)} at once`
  return {
    onApprove: [
      {
        code: "mandate-submitted",
        text: isFiled
          ? `The mandate for the account ${masked} is active; debits in payment files may take ${limit}.`
          : `The mandate for the account ${masked} is sent to its bank; once active, charges may take ${limit}.`,
      },
    ],
    onReject: [{ code: "mandate-ended", text: `The mandate for the account ${masked} ends; nothing is sent to its bank.` }],
  }
}
