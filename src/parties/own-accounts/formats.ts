import { invalidField } from "../../kit/pure/errors.ts"
import { bankAccountProblem } from "../bank-accounts/errors.ts"
import { compact } from "../bank-accounts/formats.ts"
import type { NewOwnAccount } from "./schema.ts"

/** An IBAN names its country; an account with routing is a US one unless the caller names another country. */
export function countryOf({ country, iban }: Pick<NewOwnAccount, "country" | "iban">): string {
  return country ?? (iban === undefined ? "US" : compact(iban).slice(0, 2))
}

/** Normalizes a creditor id and checks its two check digits. The business code after them does not count. */
export function parseCreditorId(given: string): string {
  const id = compact(given)
  if (!/^[A-Z]{2}\d{2}[A-Z0-9]{3}[A-Z0-9]{1,28}$/.test(id))
    throw invalidField("creditorId", "must be a creditor id such as DE98ZZZ09999999999")
  if (modulo97(id.slice(7) + id.slice(0, 4)) !== 1) throw bankAccountProblem("BNK-1001", { field: "creditorId" })
  return id
}

/** ISO 7064: letters count as 10 to 35. */
const modulo97 = (text: string) => Array.from(text).reduce((rest, char) => Number(`${rest}${parseInt(char, 36)}`) % 97, 0)
