import { invalidField, missingField } from "../../kit/pure/errors.ts"
import type { AccountNumber } from "../bank-accounts/formats.ts"
import { ownAccountProblem } from "./errors.ts"
import type { Company } from "./schema.ts"
import type { ProfileName } from "./values.ts"

type State = { status: "active" | "archived" }

export const assertActive = ({ status }: State, action: string) => {
  if (status !== "active") throw ownAccountProblem("OWN-2001", { status, action, allowed: "active" })
}
export const assertArchived = ({ status }: State) => {
  if (status !== "archived") throw ownAccountProblem("OWN-2001", { status, action: "restored", allowed: "archived" })
}

type Content = { country: string; currency: string; hasIban: boolean; company: Company | null }

const isSepa = ({ currency, hasIban }: Content) => hasIban && currency === "EUR"
const isUs = ({ country, currency, hasIban }: Content) => !hasIban && country === "US" && currency === "USD"

export function defaultProfile(content: Content): ProfileName | null {
  if (isSepa(content)) return "sepa"
  return isUs(content) && content.company ? "nacha" : null
}

/** Files of a profile can be made for this account only. */
export function assertProfileFits(profile: ProfileName | null, content: Content) {
  if (profile === null) return
  if (profile.startsWith("sepa")) {
    if (!isSepa(content)) throw invalidField("profile", `can be ${profile} only for an account with an IBAN in EUR`)
    return
  }
  if (!isUs(content)) throw invalidField("profile", `can be ${profile} only for a US account with a routing number in USD`)
  if (!content.company) throw missingField("company", `is required for the profile ${profile}`)
}

type Identity = { tenant: string; country: string; currency: string; number: AccountNumber }

/** The input of the keyed hash: two accounts with the same text are the same. A bank may hold several currencies under one number. */
export const identityOf = ({ tenant, country, currency, number }: Identity): string =>
  JSON.stringify([tenant, "own account", country, currency, number])
