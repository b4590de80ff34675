import { dayMs } from "../../kit/pure/calendar.ts"
import { writtenSum } from "../../kit/pure/exact-sums.ts"
import { erasedDomain } from "../../kit/pure/redact.ts"
import { contactProblem } from "./errors.ts"
import type { Contact } from "./schema.ts"

/** The placeholders that an erased contact shows. */
export const erasedContact = (id: string) => ({
  email: `${id}${erasedDomain}`,
  profile: { firstName: "Erased", lastName: "contact" } satisfies Contact["profile"],
  locale: null,
  metadata: {},
})

export function assertNotErased({ erased_at }: { erased_at: Date | null }) {
  if (erased_at) throw contactProblem("CON-2001")
}

/**
 * How long nobody can change anything in a portal after its e-mail was changed, by the tenant's clock. The old address gets a mail, and its
 * owner has time to object, even over a weekend. Without this, a person who may change a contact could act as the contact.
 */
const emailHoldMs = 3 * dayMs
export const holdOf = (emailChangedAt: Date) => new Date(emailChangedAt.getTime() + emailHoldMs)

/** Until when the portal is read-only; undefined when it is not. */
export function heldUntil(emailChangedAt: Date | null | undefined, now: Date): Date | undefined {
  const until = emailChangedAt ? holdOf(emailChangedAt) : undefined
  return until && until > now ? until : undefined
}

/** Minor units by currency, as text because a sum may exceed JavaScript's safe integers. A currency without credit is left out. */
export type StoredCredit = Record<string, string>

export function creditAfter(credit: StoredCredit, currency: string, amount: number): StoredCredit {
  const { [currency]: before = "0", ...others } = credit
  const after = BigInt(before) + BigInt(amount)
  return after === 0n ? others : { ...others, [currency]: String(after) }
}

export const creditIn = (credit: StoredCredit, currency: string): bigint => BigInt(credit[currency] ?? 0)

export const renderCredit = (credit: StoredCredit): Record<string, number> =>
  Object.fromEntries(
    Object.keys(credit)
      .sort()
      .map(currency => [currency, writtenSum(credit[currency]!)]),
  )
