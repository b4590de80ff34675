import { invalidField, missingField } from "../../kit/pure/errors.ts"
import { bankAccountProblem } from "./errors.ts"
import type { AccountNumber } from "./formats.ts"
import type { Owner } from "./values.ts"

/** The number that a person knows the account by. */
const numberOf = (number: AccountNumber) => ("iban" in number ? number.iban : number.accountNumber)

/** Contract: `•••• 1234`. Four digits would reveal most of a short number, so it shows two. */
export const lastDigitsOf = (number: AccountNumber) => numberOf(number).slice(numberOf(number).length >= 8 ? -4 : -2)
export const maskedOf = (lastDigits: string) => `•••• ${lastDigits}`

type Identity = {
  tenant: string
  owner: Owner
  ownerId: string | null
  holder: string
  currency: string
  country: string
  number: AccountNumber
}

/** The input of the keyed hash: two accounts with the same text are the same. The case and spacing of the holder do not matter. */
export const identityOf = ({ tenant, owner, ownerId, holder, currency, country, number }: Identity): string =>
  JSON.stringify([tenant, owner, ownerId, holder.toLowerCase().replace(/\s+/g, " "), currency, country, number])

type References = { owner: Owner; contact?: string | undefined; partnership?: string | undefined }

/** The reference must be in the field that the owner names, and in no other. */
export function assertOwnerNamed({ owner, contact, partnership }: References) {
  for (const [field, reference] of Object.entries({ contact, partnership })) {
    if (owner === field && reference === undefined) throw missingField(field, `is required when the owner is a ${field}`)
    if (owner !== field && reference !== undefined) throw invalidField(field, `can't be given when the owner is ${owner}`)
  }
}

export function assertActive({ status }: { status: string }, action: string) {
  if (status !== "active") throw bankAccountProblem("BNK-2001", { action })
}

export function assertShown({ shown_to_payers }: { shown_to_payers: boolean }) {
  if (!shown_to_payers) throw bankAccountProblem("BNK-2004")
}

type Owned = { owner: Owner; contact_id: string | null; partnership_id: string | null }

/** `id` of the contact or the partnership; null for oneself. */
export function assertOwnedBy(account: Owned, owner: Owner, id: string | null) {
  if (account.owner === owner && (account.contact_id ?? account.partnership_id) === id) return
  throw bankAccountProblem("BNK-2003", {
    owner: describe(account.owner, account.contact_id ?? account.partnership_id),
    expected: describe(owner, id),
  })
}

const describe = (owner: Owner, id: string | null) => (id === null ? "yourself" : `the ${owner} ${id}`)
