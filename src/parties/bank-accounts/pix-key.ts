import { Email } from "../../kit/pure/fields.ts"
import { invalidField } from "../../kit/pure/errors.ts"
import { bankAccountProblem } from "./errors.ts"

/** Normalizes a Pix key to the form in Pix codes: numbers without spaces and punctuation, addresses in lower case. */
export function parsePixKey(given: string, currency: string): string {
  if (currency !== "BRL") throw invalidField("pixKey", "can be given only for an account in BRL")
  const key = given.trim().toLowerCase()
  if (Email.safeParse(key).success || /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/.test(key)) return key
  if (/^\+55[\d\s()-]+$/.test(key)) return requireForm(`+${digitsOf(key)}`, /^\+55\d{10,11}$/)
  const number = digitsOf(requireForm(key, /^[\d./\s-]+$/))
  requireForm(number, /^(\d{11}|\d{14})$/)
  if (!hasCheckDigits(number)) throw bankAccountProblem("BNK-1001", { field: "pixKey" })
  return number
}

function requireForm(key: string, form: RegExp): string {
  if (!form.test(key))
    throw invalidField("pixKey", "must be an e-mail, a phone number such as +5511987654321, a CPF, a CNPJ or a random key")
  return key
}

const digitsOf = (text: string) => text.replace(/\D/g, "")

/**
 * The last two digits of a CPF and of a CNPJ, each from all digits before it. The weights of a CNPJ begin again after 9. Numbers of one
 * digit alone, such as 111.111.111-11, have the right check digits and are never issued.
 */
function hasCheckDigits(number: string): boolean {
  if (/^(\d)\1+$/.test(number)) return false
  const maxWeight = number.length === 11 ? Infinity : 9
  return [number.length - 2, number.length - 1].every(position => {
    let [sum, weight] = [0, 2]
    for (let i = position - 1; i >= 0; i--) {
      sum += Number(number[i]) * weight
      weight = weight === maxWeight ? 2 : weight + 1
    }
    return Number(number[position]) === (sum % 11 < 2 ? 0 : 11 - (sum % 11))
  })
}
