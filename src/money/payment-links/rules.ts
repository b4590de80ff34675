import { invalidField } from "../../kit/pure/errors.ts"
import { paymentLinkProblem } from "./errors.ts"
import { type CustomField, type LinkLine, maxUnits, type NewPurchase, type OpenAmount } from "./schema.ts"
import type { Availability } from "./values.ts"

type Sale = {
  status: "active" | "inactive"
  lines: readonly LinkLine[]
  max_uses: number | null
  uses: number
  opens_at: Date | null
  closes_at: Date | null
}

export const leftOf = ({ stock, taken }: Pick<LinkLine, "stock" | "taken">) => (stock === null ? Infinity : stock - taken)

/** A link is sold out once a line that every purchase needs, or every line, has nothing left. */
const isSoldOut = (lines: readonly LinkLine[]) =>
  lines.some(line => leftOf(line) < line.quantity.min) || lines.every(line => leftOf(line) < 1)

export function availabilityOf({ status, lines, max_uses, uses, opens_at, closes_at }: Sale, now: Date): Availability {
  if (status === "inactive") return "inactive"
  if (opens_at && now < opens_at) return "not-yet"
  if (closes_at && now >= closes_at) return "ended"
  if (max_uses !== null && uses >= max_uses) return "used-up"
  return isSoldOut(lines) ? "sold-out" : "open"
}

const reasons: Record<Exclude<Availability, "open">, string> = {
  inactive: "it was deactivated",
  "not-yet": "its sale has not begun",
  ended: "its sale has ended",
  "used-up": "it was used as often as it may be",
  "sold-out": "it is sold out",
}

export function assertOnSale(link: Sale, now: Date) {
  const availability = availabilityOf(link, now)
  if (availability !== "open") throw paymentLinkProblem("PLK-2001", { reason: reasons[availability], availability })
}

export type ChosenLine = { line: LinkLine; quantity: number; unitAmount: number }
type Offer = { lines: readonly LinkLine[]; open_amount: OpenAmount | null }

/** The lines of a purchase with their quantities and the price of a unit, within the bounds of the link. */
export function chooseLines(
  { lines, open_amount }: Offer,
  { quantities, amount }: Pick<NewPurchase, "quantities" | "amount">,
): ChosenLine[] {
  const unknown = Object.keys(quantities).find(id => lines.every(({ _id }) => _id !== id))
  if (unknown !== undefined) throw invalidField(`quantities.${unknown}`, "is not a line of this payment link")
  const openAmount = chosenAmount(open_amount, amount)
  const chosen = lines.flatMap(line => {
    const quantity = quantities[line._id] ?? line.quantity.min
    const { min, max } = line.quantity
    if (quantity < min || quantity > max) throw invalidField(`quantities.${line._id}`, `must be from ${min} to ${max}`)
    return quantity === 0 ? [] : [{ line, quantity, unitAmount: openAmount ?? line.amount ?? 0 }]
  })
  const units = chosen.reduce((sum, { quantity }) => sum + quantity, 0)
  if (units === 0) throw invalidField("quantities", "must order something")
  if (units > maxUnits) throw invalidField("quantities", `must be at most ${maxUnits} units together`)
  return chosen
}

function chosenAmount(bounds: OpenAmount | null, amount: number | undefined): number | undefined {
  if (!bounds) {
    if (amount !== undefined) throw invalidField("amount", "is fixed by this payment link")
    return undefined
  }
  if (amount === undefined || amount < bounds.min || amount > bounds.max)
    throw invalidField("amount", `must be from ${bounds.min} to ${bounds.max}`)
  return amount
}

/** The lines of the link after these units were taken. Refuses more than are left. */
export function takeUnits(lines: readonly LinkLine[], chosen: readonly ChosenLine[]): LinkLine[] {
  return lines.map(line => {
    const wanted = chosen.find(each => each.line._id === line._id)?.quantity ?? 0
    const left = leftOf(line)
    if (wanted > left) throw paymentLinkProblem("PLK-2002", { left, line: line.name, wanted })
    return { ...line, taken: line.taken + wanted }
  })
}

/** The lines of the link after a purchase gave its units back. */
export const giveBackUnits = (lines: readonly LinkLine[], released: readonly { line: string; quantity: number }[]): LinkLine[] =>
  lines.map(line => ({ ...line, taken: line.taken - (released.find(each => each.line === line._id)?.quantity ?? 0) }))

export const checked = "yes"

/** The answers to the custom fields, in their order. Refuses one that is missing, unknown or not offered. */
export function readAnswers(fields: readonly CustomField[], answers: Record<string, string>) {
  const unknown = Object.keys(answers).find(key => fields.every(field => field.key !== key))
  if (unknown !== undefined) throw invalidField(`answers.${unknown}`, "is not a field of this payment link")
  return fields.flatMap(({ key, label, type, required, options }) => {
    const value = (answers[key] ?? "").trim()
    if (value === "") {
      if (required) throw invalidField(`answers.${key}`, type === "checkbox" ? `must be ${checked}` : "is required")
      return []
    }
    if (type === "choice" && !options.includes(value)) throw invalidField(`answers.${key}`, `must be one of ${options.join(", ")}`)
    if (type === "checkbox" && value !== checked) throw invalidField(`answers.${key}`, `must be ${checked} or left out`)
    return [{ key, label, value }]
  })
}

/** A single word is a first name. */
export function profileOf(name: string): { firstName: string; lastName?: string } {
  const [firstName = name, ...rest] = name.split(/\s+/)
  return rest.length > 0 ? { firstName, lastName: rest.join(" ") } : { firstName }
}

/** An amount that a payer chooses belongs to one line, of which one unit is sold. */
export function assertFitsOpenAmount(
  isOpen: boolean,
  lines: readonly { amount?: number | undefined; quantity: { min: number; max: number } }[],
) {
  if (!isOpen) return
  if (lines.length > 1) throw invalidField("lines", "must be one line if the payer chooses the amount")
  if (lines[0]?.amount !== undefined) throw invalidField("lines[0].amount", "must be left out, because the payer chooses it")
  const { min, max } = lines[0]!.quantity
  if (min !== 1 || max !== 1) throw invalidField("lines[0].quantity", "must be 1, because the payer chooses the amount")
}

/** New limits must hold what was sold already. */
export function assertLimitHolds(path: string, limit: number | null | undefined, used: number) {
  if (typeof limit === "number" && limit < used) throw invalidField(path, `must be at least ${used}, which are sold or held already`)
}

export function assertPeriod(opensAt: Date | null | undefined, closesAt: Date | null | undefined) {
  if (opensAt && closesAt && opensAt >= closesAt) throw invalidField("closesAt", "must be after opensAt")
}

export function assertHasOtherStatus({ status }: { status: "active" | "inactive" }, wanted: "active" | "inactive") {
  if (status === wanted) throw paymentLinkProblem("PLK-2003", { status, action: wanted === "active" ? "activated" : "deactivated" })
}

const minuteMs = 60_000
export const expiryOf = (now: Date, holdMinutes: number) => new Date(now.getTime() + holdMinutes * minuteMs)
