import { electronicFormatIBAN, isSEPACountry, isValidBIC, validateIBAN, ValidationErrorsIBAN } from "ibantools"
import { invalidField, missingField } from "../../kit/pure/errors.ts"
import { bankAccountProblem } from "./errors.ts"

/** The number of an account, without spaces and dashes. It is stored encrypted, as JSON. */
export type AccountNumber = { iban: string } | { accountNumber: string; routing?: string }

type Given = { country: string; iban?: string | undefined; accountNumber?: string | undefined; routing?: string | undefined }

/**
 * Normalizes a number, so that equal accounts have equal numbers. Refuses a wrong form or check digit, without repeating the number.
 * `field` is the caller's name for the account number.
 */
export function parseNumber({ country, iban, accountNumber, routing }: Given, field = "accountNumber"): AccountNumber {
  if (iban !== undefined) {
    if (accountNumber !== undefined || routing !== undefined) throw invalidField("iban", `can't be given together with ${field} or routing`)
    return { iban: parseIban(iban, country) }
  }
  const format = nationalFormats[country]
  if (accountNumber === undefined) throw missingField("iban", `is required, or ${field} and routing instead of it`)
  if (!format && isSEPACountry(country)) throw missingField("iban", `is required for an account in ${country}, instead of ${field}`)
  return (format ?? otherFormat)(compact(accountNumber), routing === undefined ? undefined : compact(routing), field)
}

export const compact = (number: string) => number.replace(/[\s./-]/g, "").toUpperCase()

function parseIban(given: string, country: string): string {
  const iban = electronicFormatIBAN(given) ?? ""
  const { valid, errorCodes } = validateIBAN(iban)
  const { WrongIBANChecksum, WrongAccountBankBranchChecksum } = ValidationErrorsIBAN
  const checksums = [WrongIBANChecksum, WrongAccountBankBranchChecksum]
  if (!valid && errorCodes.every(code => checksums.includes(code))) throw bankAccountProblem("BNK-1001", { field: "iban" })
  if (!valid) throw invalidField("iban", "must be an IBAN of its country's length and form, such as GB82WEST12345698765432")
  if (iban.slice(0, 2) !== (ibanCountries[country] ?? country))
    throw invalidField("iban", `must be an IBAN of ${country}, the account's country`)
  return iban
}

/** Territories whose banks have the IBANs of another country. */
const ibanCountries: Record<string, string> = {
  ...Object.fromEntries(["BL", "GF", "GP", "MF", "MQ", "NC", "PF", "PM", "RE", "TF", "WF", "YT"].map(code => [code, "FR"])),
  ...Object.fromEntries(["GG", "IM", "JE"].map(code => [code, "GB"])),
  AX: "FI",
}

export function parseBic(given: string): string {
  const bic = compact(given)
  if (!isValidBIC(bic)) throw invalidField("bic", "must be a BIC of 8 or 11 characters, such as COBADEFFXXX")
  return bic
}

type Format = (accountNumber: string, routing: string | undefined, field: string) => AccountNumber

function requireForm(field: string, value: string | undefined, form: RegExp, rule: string): string {
  if (value === undefined) throw missingField(field, "is required with the account number")
  if (!form.test(value)) throw invalidField(field, rule)
  return value
}

function requireChecksum(field: string, isRight: boolean) {
  if (!isRight) throw bankAccountProblem("BNK-1001", { field })
}

const nationalFormats: Record<string, Format> = {
  /** The ABA number has a check digit, account numbers have none. */
  US(accountNumber, given, field) {
    const routing = requireForm("routing", given, /^\d{9}$/, "must be the 9 digits of an ABA routing number")
    requireChecksum("routing", weightedSum(routing, [3, 7, 1, 3, 7, 1, 3, 7, 1]) % 10 === 0 && !/^0+$/.test(routing))
    return { routing, accountNumber: requireForm(field, accountNumber, /^\d{4,17}$/, "must have 4 to 17 digits") }
  },

  /** Checks only lengths: the modulus check needs a table of the banks that changes every few weeks. Pads shorter numbers with zeros. */
  GB(accountNumber, given, field) {
    const routing = requireForm("routing", given, /^\d{6}$/, "must be the 6 digits of a sort code")
    return { routing, accountNumber: requireForm(field, accountNumber, /^\d{6,8}$/, "must have 6 to 8 digits").padStart(8, "0") }
  },

  BR(given, givenRouting, field) {
    const routing = requireForm(
      "routing",
      givenRouting,
      /^\d{7}$/,
      "must be the 3 digits of the bank and the 4 of the branch, such as 341-2545",
    )
    const accountNumber = requireForm(field, given, /^\d{1,12}[\dXP]$/, "must be the account with its check digit, such as 02366-1")
    requireChecksum(field, isBrazilianCheckDigit(routing.slice(0, 3), routing.slice(3), accountNumber))
    return { routing, accountNumber }
  },

  /** The CLABE contains bank and branch. */
  MX(given, routing, field) {
    if (routing !== undefined) throw invalidField("routing", `can't be given for Mexico: the CLABE in ${field} contains the bank`)
    const clabe = requireForm(field, given, /^\d{18}$/, "must be the 18 digits of a CLABE")
    requireChecksum(field, modulo10(weightedSum(clabe, clabeWeights, lastDigit)) === clabe[17])
    return { accountNumber: clabe }
  },

  AU(accountNumber, given, field) {
    const routing = requireForm("routing", given, /^\d{6}$/, "must be the 6 digits of a BSB")
    return { routing, accountNumber: requireForm(field, accountNumber, /^\d{5,10}$/, "must have 5 to 10 digits") }
  },

  /** An EFT number is the same with a zero in front. */
  CA(accountNumber, given, field) {
    const routing = requireForm("routing", given, /^0?\d{8}$/, "must be the 3 digits of the institution and the 5 of the branch")
    return {
      routing: routing.slice(-8),
      accountNumber: requireForm(field, accountNumber, /^\d{5,12}$/, "must have 5 to 12 digits"),
    }
  },

  IN(accountNumber, given, field) {
    const routing = requireForm("routing", given, /^[A-Z]{4}0[A-Z\d]{6}$/, "must be the 11 characters of an IFSC")
    return { routing, accountNumber: requireForm(field, accountNumber, /^\d{9,18}$/, "must have 9 to 18 digits") }
  },
}

const clabeWeights = [3, 7, 1, 3, 7, 1, 3, 7, 1, 3, 7, 1, 3, 7, 1, 3, 7]

const otherFormat: Format = (accountNumber, routing, field) => ({
  routing: requireForm("routing", routing, /^[A-Z\d]{2,20}$/, "must have 2 to 20 letters and digits"),
  accountNumber: requireForm(field, accountNumber, /^[A-Z\d]{4,34}$/, "must have 4 to 34 letters and digits"),
})

/** The sum of each digit times its weight. `part` reduces each product before it is added. */
const weightedSum = (digits: string, weights: readonly number[], part = (product: number) => product) =>
  weights.reduce((total, weight, i) => total + part(weight * Number(digits[i] ?? 0)), 0)
const lastDigit = (n: number) => n % 10
const crossSum = (n: number) => Math.floor(n / 10) + (n % 10)
const modulo10 = (sum: number) => String((10 - (sum % 10)) % 10)
const modulo11 = (sum: number, ten: string[]) => (sum % 11 === 1 ? ten : [String((11 - (sum % 11)) % 11)])

/** For four large banks whose rule is known: Banco do Brasil, Bradesco, Itaú and Santander. Others, and longer numbers, are not checked. */
function isBrazilianCheckDigit(bank: string, branch: string, account: string): boolean {
  const compute = brazilianBanks[bank]
  const digits = account.slice(0, -1)
  if (!compute || digits.length > compute.length) return true
  return compute.digits(branch, digits.padStart(compute.length, "0")).includes(account.slice(-1))
}

/** The number of digits of an account without its check digit, and the check digits that are valid for it. */
const brazilianBanks: Record<string, { length: number; digits(branch: string, account: string): string[] }> = {
  "001": { length: 8, digits: (_branch, account) => modulo11(weightedSum(account, [9, 8, 7, 6, 5, 4, 3, 2]), ["X"]) },
  "237": { length: 7, digits: (_branch, account) => modulo11(weightedSum(account, [2, 7, 6, 5, 4, 3, 2]), ["P", "0"]) },
  "341": { length: 5, digits: (branch, account) => [modulo10(weightedSum(branch + account, [2, 1, 2, 1, 2, 1, 2, 1, 2], crossSum))] },
  "033": {
    length: 8,
    digits: (branch, account) => [modulo10(weightedSum(branch + account, [9, 7, 3, 1, 9, 7, 1, 3, 1, 9, 7, 3], lastDigit))],
  },
}
