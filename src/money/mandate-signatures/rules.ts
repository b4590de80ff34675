import { invalidField } from "../../kit/pure/errors.ts"
import type { Scheme } from "../authorizations/values.ts"

/** The country of the banks of a scheme. SEPA has many countries, so the IBAN names the country there. */
const countries: Record<Exclude<Scheme, "sepa">, string> = { bacs: "GB", becs: "AU", ach: "US", pix: "BR" }

/** The country of the account that a mandate debits. */
export function countryOf(scheme: Scheme, iban: string | undefined): string {
  if (scheme !== "sepa") return countries[scheme]
  if (iban === undefined) throw invalidField("iban", "is required for sepa")
  return iban.trim().slice(0, 2).toUpperCase()
}
