import { isSEPACountry } from "ibantools"
import type { PostalAddress } from "../../kit/pure/postal-address.ts"
import type { AccountNumber } from "../../parties/bank-accounts/formats.ts"
import { maskedOf } from "../../parties/bank-accounts/rules.ts"
import { type BankAccountRow, unsealNumber } from "../../parties/bank-accounts/store.ts"
import type { PayoutRow } from "../payouts/store.ts"
import { cut, plainText } from "./characters.ts"
import type { Profile } from "./profiles.ts"

/** The countries of the European Economic Area. Payments to other countries of the scheme need the recipient's address. */
const economicArea = new Set("AT BE BG HR CY CZ DK EE FI FR DE GR HU IE IT LV LT LU MT NL PL PT RO SK SI ES SE IS LI NO".split(" "))
export const needsAddress = (iban: string) => !economicArea.has(iban.slice(0, 2))

/** The other side of a payment as its file says it. `number` is the whole account number: never return or log it. */
export type OtherSide = {
  holder: string
  name: string
  account: string
  number: AccountNumber
  bic: string | null
  isSavings: boolean
  address: PostalAddress | null
  /** Why it can't be in the file. */
  problem: string | null
}
export type Payment = OtherSide & { payout: PayoutRow; remittance: string }

const maxLengths = { "pain.001": 70, nacha: 22 }

/** What the file would say about a payout. Nothing is refused here, so that people see all problems before they make the file. */
export const paymentOf = (payout: PayoutRow, account: BankAccountRow, profile: Profile): Payment => {
  return { payout, remittance: payout.number, ...otherSide(payout.amount, account, profile) }
}

export function otherSide(amount: number, account: BankAccountRow, profile: Profile): OtherSide {
  const plain = plainText(account.holder)
  const name = cut(inCase(plain ?? "", profile), maxLengths[profile.format])
  const address = account.address && plainAddress(account.address)
  const number = unsealNumber(account)
  const shared = { holder: account.holder, name, account: maskedOf(account.last_digits), number }
  const isSavings = account.account_type === "savings"
  const problem =
    name === ""
      ? `the holder ${account.holder} has letters that payment files can't carry; change the holder of the bank account to Latin letters`
      : address === undefined
        ? "its address has letters that payment files can't carry; change the address of the bank account to Latin letters"
        : whyNot(number, address, profile, amount)
  return { ...shared, bic: account.bic, isSavings, address: address ?? null, problem: problem ?? null }
}

const maxAmounts = { "pain.001": 99_999_999_999, nacha: 9_999_999_999 }

function whyNot(number: AccountNumber, address: PostalAddress | null, { format }: Profile, amount: number): string | undefined {
  if (amount > maxAmounts[format]) return "it is more than one payment of this format can be"
  if (format === "nacha") return "iban" in number || number.routing === undefined ? "its account has no routing number" : undefined
  if (!("iban" in number)) return "its account has no IBAN"
  const country = number.iban.slice(0, 2)
  if (!isSEPACountry(country)) return `banks in ${country} are not part of SEPA`
  if (address === null && needsAddress(number.iban))
    return `its bank is outside the European Economic Area, so the bank account needs an address with town and country`
  return undefined
}

/** Some letters become two. */
const maxPartLengths: Record<string, number> = { building: 16, postCode: 16, town: 35 }

/** Undefined where a part can't be written in the characters of the scheme. */
export function plainAddress(address: PostalAddress): PostalAddress | undefined {
  const parts = Object.entries(address)
    .flatMap(([part, value]) => (value === undefined ? [] : [[part, value] as const]))
    .map(([part, value]) => [part, cut(plainText(value) ?? "", maxPartLengths[part] ?? 70)] as const)
  if (parts.some(([, value]) => value === "")) return undefined
  const plain = Object.fromEntries(parts) as Record<string, string>
  const { town = "", country = "", ...rest } = plain
  return { ...rest, town, country }
}

export const inCase = (text: string, { format }: Profile) => (format === "nacha" ? text.toUpperCase() : text)

/** The account of the other side as a NACHA entry names it. */
export function usSide({ name, number, isSavings }: OtherSide) {
  const { accountNumber, routing = "" } = "iban" in number ? { accountNumber: "" } : number
  return { name, accountNumber, routing, isSavings }
}
