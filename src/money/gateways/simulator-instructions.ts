import { randomInt, randomUUID } from "node:crypto"
import { dayMs, hourMs, minuteMs } from "../../kit/pure/calendar.ts"
import { config } from "../../kit/service/config.ts"
import { pixCode } from "../../parties/bank-accounts/transfer-code.ts"
import type { Action, ChargeRequest, Method } from "./gateway.ts"

/** What a payer must do, without until when. */
export type Instructions = Action extends infer Each ? (Each extends Action ? Omit<Each, "expiresAt"> : never) : never

type Charge = Pick<ChargeRequest, "tenant" | "amount"> & { reference: string; expiresAt: Date }
type Way = { validMs: number; instructionsFor(charge: Charge): Instructions }

/** The methods for which the payer acts after the charge was made, and how long the payer has, by the tenant's clock. */
const ways: Record<string, Way> = {
  pix: {
    validMs: 30 * minuteMs,
    instructionsFor: ({ amount, reference }) => ({
      type: "qr",
      payload: pixCode({ key: randomUUID(), holder: "Simulador", amount, reference }),
    }),
  },
  boleto: {
    validMs: 3 * dayMs,
    instructionsFor({ tenant, amount, reference, expiresAt }) {
      const barcode = boletoBarcode(amount, expiresAt)
      return { type: "voucher", line: boletoLine(barcode), barcode, url: simulatedPageOf(tenant, reference) }
    },
  },
  "bank-transfer": {
    validMs: 7 * dayMs,
    instructionsFor: ({ reference }) => ({
      type: "bank-details",
      accountHolder: "Simulator",
      iban: "DE89370400440532013000",
      bic: "COBADEFFXXX",
      reference: reference.replace(/[^A-Za-z0-9]/g, "").toUpperCase(),
    }),
  },
  "hosted-card": {
    validMs: hourMs,
    instructionsFor: ({ tenant, reference }) => ({ type: "redirect", url: simulatedPageOf(tenant, reference) }),
  },
}

export const instructionMethods = (currencies: string[]): Method[] => [
  { method: "pix", name: "Pix", currencies: ["BRL"], starts: "instructions", maxInstallments: 1 },
  { method: "boleto", name: "Boleto", currencies: ["BRL"], starts: "instructions", maxInstallments: 1 },
  { method: "bank-transfer", name: "Bank transfer", currencies: ["EUR"], starts: "instructions", maxInstallments: 1 },
  { method: "hosted-card", name: "Card on another page", currencies, starts: "redirect", maxInstallments: 1, saves: true },
]

/** The bank asks the payer of a saved card for confirmation. The payer learns of it by mail, so there is more time. */
const authentication: Way = { ...ways["hosted-card"]!, validMs: 7 * dayMs }

/** Undefined for a method that a token or a mandate starts. */
export function instructionsFor({ method, tenant, amount, savedMethod }: ChargeRequest, reference: string, now: Date) {
  const way = savedMethod !== undefined ? authentication : Object.hasOwn(ways, method) ? ways[method] : undefined
  if (!way) return undefined
  const expiresAt = new Date(now.getTime() + way.validMs)
  return { action: way.instructionsFor({ tenant, amount, reference, expiresAt }), expires_at: expiresAt }
}

/** The page where a tester plays the payer. Its address has 96 random bits, so nobody can guess it. */
export const simulatedPageOf = (tenant: string, reference: string) => `${config.BASE_URL}/simulator/${tenant}/${reference}`

/** No bank has this code. */
const bankAndCurrency = "9999"
/** The day that the banks count due dates from, as 1000. */
const firstDueDay = Date.UTC(2025, 1, 22)
const maxBoletoAmount = 9_999_999_999

/** The 44 digits of a boleto by the rules of Febraban: bank, currency, check digit, due date, amount, and 25 free digits. */
export function boletoBarcode(amount: number, dueAt: Date): string {
  const days = Math.floor((dueAt.getTime() - firstDueDay) / dayMs)
  const due = String(1000 + (((days % 9000) + 9000) % 9000))
  const sum = String(amount > maxBoletoAmount ? 0 : amount).padStart(10, "0")
  const free = Array.from({ length: 25 }, () => randomInt(10)).join("")
  const rest = due + sum + free
  return bankAndCurrency + modulo11(bankAndCurrency + rest) + rest
}

/** The 47 digits that a payer types: the same content in fields, three of which have a check digit. */
export function boletoLine(barcode: string): string {
  const [bank, check, due, free] = [barcode.slice(0, 4), barcode[4], barcode.slice(5, 19), barcode.slice(19)]
  const fields = [bank + free.slice(0, 5), free.slice(5, 15), free.slice(15)].map(field => field + modulo10(field))
  const [first, second, third] = fields.map(field => `${field.slice(0, 5)}.${field.slice(5)}`)
  return `${first} ${second} ${third} ${check} ${due}`
}

function modulo10(digits: string): number {
  const products = Array.from(digits)
    .reverse()
    .map((digit, i) => Number(digit) * (i % 2 === 0 ? 2 : 1))
  const sum = products.reduce((total, product) => total + (product > 9 ? product - 9 : product), 0)
  return (10 - (sum % 10)) % 10
}

function modulo11(digits: string): number {
  const sum = Array.from(digits)
    .reverse()
    .reduce((total, digit, i) => total + Number(digit) * (2 + (i % 8)), 0)
  const check = 11 - (sum % 11)
  return check > 9 ? 1 : check
}
