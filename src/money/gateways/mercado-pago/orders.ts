import { z } from "zod"
import { databaseClock } from "../../../kit/db/database-clock.ts"
import { dayMs } from "../../../kit/pure/calendar.ts"
import { minorUnits } from "../../../kit/pure/money.ts"
import type { Action, Outcome } from "../gateway.ts"
import type { Credentials } from "../provider.ts"
import type { ProviderReply } from "../provider-http.ts"
import { callApi, wordsOf } from "./client.ts"
import { durationMs } from "./duration.ts"

/** Amounts are text in orders. Where they are numbers, JSON's own digits are read. */
const Decimal = z.union([z.string(), z.number().transform(String)])

/** The shapes of the Orders API, as far as they are read. */
const Payment = z.object({
  id: z.string(),
  status: z.string().optional(),
  status_detail: z.string().optional(),
  amount: Decimal.optional(),
  date_of_expiration: z.string().optional(),
  expiration_time: z.string().optional(),
  payment_method: z
    .object({
      type: z.string().optional(),
      qr_code: z.string().optional(),
      ticket_url: z.string().optional(),
      barcode_content: z.string().optional(),
      digitable_line: z.string().optional(),
    })
    .default({}),
  net_received_amount: Decimal.optional(),
  fee_details: z.array(z.object({ amount: Decimal, fee_payer: z.string().optional() })).optional(),
  money_release_date: z.string().optional(),
})
export type Payment = z.output<typeof Payment>

const Refund = z.object({ id: z.string(), transaction_id: z.string().optional(), amount: Decimal, status: z.string() })
export type Refund = z.output<typeof Refund>

const Order = z.object({
  id: z.string(),
  external_reference: z.string().optional(),
  status: z.string(),
  status_detail: z.string().default(""),
  total_amount: Decimal,
  total_paid_amount: Decimal.optional(),
  checkout_url: z.string().optional(),
  created_date: z.string().optional(),
  expiration_time: z.string().optional(),
  transactions: z
    .object({ payments: z.array(Payment).default([]), refunds: z.array(Refund).default([]) })
    .default({ payments: [], refunds: [] }),
})
export type Order = z.output<typeof Order>

export function parseOrder(body: unknown): Order {
  const order = Order.safeParse(body)
  if (!order.success) throw new Error("the answer of Mercado Pago is no order", { cause: order.error })
  return order.data
}

/** A payment that failed is answered with 402, and the order beside the errors. */
export const orderBesideErrors = ({ body }: ProviderReply): Order | undefined => z.object({ data: Order }).safeParse(body).data?.data

/** The order of this key. By its reference where that is known, because the list of orders may be late. */
export async function findOrder(credentials: Credentials, key: string, reference?: string | null): Promise<Order | undefined> {
  const order = reference ? await readOrder(credentials, reference) : await searchOrder(credentials, key)
  return order?.external_reference === key ? order : undefined
}

export async function readOrder(credentials: Credentials, id: string): Promise<Order | undefined> {
  const reply = await callApi(credentials, { method: "GET", path: `/v1/orders/${encodeURIComponent(id)}` })
  if (reply.status === 404) return undefined
  if (reply.status !== 200) throw new Error(`Mercado Pago did not show the order: ${wordsOf(credentials, reply)}`)
  return parseOrder(reply.body)
}

async function searchOrder(credentials: Credentials, key: string): Promise<Order | undefined> {
  const now = databaseClock.now().getTime()
  const [begin, end] = [new Date(now - 90 * dayMs), new Date(now + dayMs)]
  const query = new URLSearchParams({ begin_date: begin.toISOString(), end_date: end.toISOString(), external_reference: key })
  const reply = await callApi(credentials, { method: "GET", path: `/v1/orders?${query.toString()}` })
  if (reply.status === 404) return undefined
  if (reply.status !== 200) throw new Error(`Mercado Pago did not list orders: ${wordsOf(credentials, reply)}`)
  const { data } = z.object({ data: z.array(Order).default([]) }).parse(reply.body)
  return data.find(order => order.external_reference === key)
}

/** What became of the charge. The detail matters: an order that was given back may stay processed. */
export function outcomeOf(order: Order): Outcome {
  const { id: reference, status, status_detail: detail } = order
  if (/^(processed|refunded|charged_back)$/.test(status)) return { status: "succeeded", reference: assertPaid(order).id }
  if (status === "expired") return { status, reference }
  if (/^cancell?ed$/.test(status)) return { status: "canceled", reference }
  if (status === "failed") return { status: "declined", reference, ...declineOf(order) }
  const waits = status === "created" || (status === "action_required" && detail !== "waiting_capture")
  const action = waits ? actionOf(order) : undefined
  return action ? { status: "action", reference, action } : { status: "processing", reference }
}

function actionOf(order: Order): Action | undefined {
  const [payment] = order.transactions.payments
  const { qr_code: payload, digitable_line: line, barcode_content: barcode, ticket_url } = payment?.payment_method ?? {}
  const expiresAt = expiryOf(order, payment)
  if (payload !== undefined) return { type: "qr", payload, expiresAt }
  if (line !== undefined || barcode !== undefined)
    return { type: "voucher", line: line ?? barcode ?? "", barcode: barcode ?? line ?? "", url: ticket_url ?? null, expiresAt }
  return order.checkout_url === undefined ? undefined : { type: "redirect", url: order.checkout_url, expiresAt }
}

function expiryOf({ created_date, expiration_time }: Order, payment?: Payment): Date | null {
  if (payment?.date_of_expiration !== undefined) return timeOf(payment.date_of_expiration)
  const lifeMs = durationMs(payment?.expiration_time ?? expiration_time ?? "")
  const createdAt = created_date === undefined ? null : timeOf(created_date)
  return createdAt && lifeMs !== undefined ? new Date(createdAt.getTime() + lifeMs) : null
}

export function timeOf(text: string): Date | null {
  const time = new Date(text)
  return Number.isNaN(time.getTime()) ? null : time
}

/** A payer may pay more than the amount: the interest of installments. Less is not booked by guess. */
function assertPaid(order: Order): Order {
  const { id, total_amount, total_paid_amount = total_amount } = order
  if (amountOf(total_paid_amount) >= amountOf(total_amount)) return order
  throw new Error(
    `the order ${id} asks for BRL ${total_amount}, but BRL ${total_paid_amount} was paid; it is not booked until a person decides`,
  )
}

/** In minor units. */
export function amountOf(text: string): number {
  const amount = minorUnits(text, "BRL")
  if (amount === undefined) throw new Error(`the answer of Mercado Pago has "${text}" where an amount belongs`)
  return amount
}

function declineOf({ status_detail, transactions: { payments } }: Order): { code: string; reason: string } {
  const detail = payments.at(-1)?.status_detail ?? status_detail
  const code = detail.toLowerCase().replace(/[^a-z_]+/g, "_") || "declined"
  return { code, reason: `Mercado Pago declined it: ${detail.replaceAll("_", " ") || "no reason was given"}` }
}
