import { parseStored } from "../../kit/pure/exact-sums.ts"
import type { Identifiers } from "../../kit/pure/redact.ts"
import { erased, identifiersOf, overwrite, redactJson } from "../../kit/pure/redact.ts"
import { contactProblem } from "../../parties/contacts/errors.ts"
import { erasedContact, type StoredCredit } from "../../parties/contacts/rules.ts"
import type { Contact } from "../../parties/contacts/schema.ts"

export type OpenObject = { noun: string; n: number; first: string; advice: string }

/** Refuses while money is in flight, and says what to do first. */
export function assertErasable(credit: StoredCredit, open: readonly OpenObject[]) {
  const left = Object.entries(credit).map(
    ([currency, amount]) => `it has credit of ${amount} ${currency} (minor units): spend it or pay it back`,
  )
  const reasons = [
    ...open.map(({ noun, n, first, advice }) => `${n} ${noun}${n === 1 ? " is" : "s are"} open, such as ${first}: ${advice}`),
    ...left,
  ]
  if (reasons.length > 0) throw contactProblem("CON-2002", { open: reasons.join("; ") })
}

type State = Partial<Pick<Contact, "email" | "profile">>

/** Every name, e-mail and phone that the contact has or had here, from its row and its audit entries. */
export function collectIdentifiers(states: readonly State[], holders: readonly string[]): Identifiers & { emails: string[] } {
  const emails = new Set(states.flatMap(({ email }) => (email ? [email.toLowerCase()] : [])))
  const profiles = states.flatMap(({ profile }) => profile ?? [])
  const phones = new Set(profiles.flatMap(({ phone }) => phone ?? []))
  const names = profiles.map(({ firstName = "", lastName = "" }) => [firstName.trim(), lastName.trim()] as const)
  const { always, names: parts } = identifiersOf({ emails, phones, names })
  return { always: [...always, ...holders], names: parts, emails: [...emails] }
}

/** Redacts a JSON text about the contact. A change of the contact has only some of its fields, and no id. */
export function redactText(text: string, identifiers: Identifiers, contact: string, isOwn = false): string {
  // What colleagues wrote about the person is about it in every word.
  const replacement = { ...erasedContact(contact), text: erased, tags: [] }
  const value = redactJson(parseStored(text), identifiers, { id: contact, replacement })
  return JSON.stringify(isOwn ? overwrite(value as object, replacement) : value)
}
