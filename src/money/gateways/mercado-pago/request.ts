import { databaseClock } from "../../../kit/db/database-clock.ts"
import { dayMs } from "../../../kit/pure/calendar.ts"
import { decimal } from "../../../kit/pure/money.ts"
import type { ChargeRequest, Payer, PayerAddress } from "../gateway.ts"
import { taxIdOf } from "../tax-id.ts"
import { daysOf, durationOf } from "./duration.ts"

/** Why a request can't be sent at all. Undefined where Mercado Pago may decide. */
export function refusalOf({ amount, currency, method, payer }: ChargeRequest): string | undefined {
  if (currency !== "BRL") return `Mercado Pago takes BRL here, not ${currency}; nothing was charged`
  if (amount <= 0) return "the amount must be above zero; nothing was charged"
  if (method !== "boleto") return undefined
  const missing = [
    !payer?.email && "e-mail",
    !payer?.name.trim() && "name",
    !(payer && taxIdOf(payer)) && "CPF or CNPJ",
    !isWhole(payer?.address) && "address with street, number, district, city, state and postal code",
  ].filter(each => each !== false)
  return missing.length === 0 ? undefined : `a boleto is made out to its payer, who lacks: ${missing.join(", ")}; nothing was charged`
}

const isWhole = (address?: PayerAddress) => address !== undefined && Object.values(address).every(part => part.trim() !== "")

/** The body of an order. Pix and boleto are processed at once and wait for the payer; a card is entered on the page of Mercado Pago. */
export function bodyOf(request: ChargeRequest): object {
  const { key, amount, currency, method, description, payer } = request
  const total_amount = decimal(amount, currency)
  const common = {
    type: "online",
    total_amount,
    external_reference: key,
    ...(description && { description: description.slice(0, 150) }),
    ...(payer?.email && { payer: payerOf(payer) }),
  }
  if (method === "card") return { ...common, ...checkoutOf(request, total_amount) }
  const payment_method = method === "pix" ? { id: "pix", type: "bank_transfer" } : { id: "boleto", type: "ticket" }
  const payment = { amount: total_amount, payment_method, ...expiryOf(request) }
  return { ...common, processing_mode: "automatic", transactions: { payments: [payment] } }
}

/** The page of Mercado Pago offers cards, in the installments of the account. Pix and boleto are methods of their own here. */
function checkoutOf(request: ChargeRequest, total_amount: string): object {
  const { description, returnUrl } = request
  const urls = returnUrl && { success_url: returnUrl, failure_url: returnUrl, pending_url: returnUrl, auto_return: "all" }
  return {
    processing_mode: "manual",
    capture_mode: "automatic",
    items: [{ title: description?.slice(0, 150) || "Payment", quantity: 1, unit_price: total_amount }],
    config: { ...(urls && { online: urls }), payment_method: { not_allowed_types: ["ticket", "bank_transfer"] } },
    ...expiryOf(request),
  }
}

/** Between what Mercado Pago allows for a Pix and for a boleto. Without a wish of the tenant its own times count. */
function expiryOf({ method, expiresAt }: ChargeRequest): { expiration_time?: string } {
  if (!expiresAt) return {}
  const ms = expiresAt.getTime() - databaseClock.now().getTime()
  return {
    expiration_time:
      method === "boleto" ? daysOf(ms, { minDays: 1, maxDays: 30 }) : durationOf(ms, { minMs: 1_800_000, maxMs: 30 * dayMs }),
  }
}

function payerOf(payer: Payer): object {
  const { name, email, address } = payer
  const taxId = taxIdOf(payer)
  const [first_name = "", ...rest] = name.trim().split(/\s+/)
  return {
    email,
    ...(first_name && { first_name, last_name: rest.join(" ") || first_name }), // a company often has one word
    ...(taxId && { identification: taxId }),
    ...(address && { address: addressOf(address) }),
  }
}

const addressOf = ({ street, number, district, city, state, postalCode }: PayerAddress) => {
  return { street_name: street, street_number: number, neighborhood: district, city, state, zip_code: postalCode }
}
