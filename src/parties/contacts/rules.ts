import { erasedDomain } from "../../kit/pure/redact.ts"
import { contactProblem } from "./errors.ts"
import type { Contact } from "./schema.ts"

/** What is shown of a contact that was erased. */
export const erasedContact = (id: string) => ({
  email: `${id}${erasedDomain}`,
  profile: { firstName: "Erased", lastName: "contact" } satisfies Contact["profile"],
  locale: null,
  metadata: {},
})

export function assertNotErased({ erased_at }: { erased_at: Date | null }) {
  if (erased_at) throw contactProblem("CON-2001")
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
      .map(currency => [currency, Number(credit[currency])]),
  )
