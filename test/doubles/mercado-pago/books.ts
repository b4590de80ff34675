import { randomBytes } from "node:crypto"
import { cents, CreateOrder, decimalOf, RefundOrder } from "./shapes.ts"

type Refund = { id: string; transaction_id: string; reference_id: string; amount: string; status: "processing" | "processed" | "failed" }
type Payment = {
  id: string
  reference_id: string
  amount: string
  paid_amount?: string
  status: string
  status_detail: string
  payment_method: Record<string, string>
  date_of_expiration?: string
  net_received_amount?: number
  fee_details?: { type: string; amount: number; fee_payer: string }[]
  money_release_date?: string
}
type Order = {
  id: string
  type: string
  external_reference?: string | undefined
  status: string
  status_detail: string
  total_amount: string
  total_paid_amount?: string
  user_id: string
  country_code: string
  currency: string
  created_date: string
  expiration_time?: string | undefined
  checkout_url?: string
  processing_mode: string
  transactions: { payments: Payment[]; refunds?: Refund[] }
}
/** A change that Mercado Pago tells of. */
type Notice = { action: string; order: string; external_reference: string }

export class Refusal extends Error {
  readonly status: number
  readonly code: string
  constructor(status: number, code: string, message: string) {
    super(message)
    this.status = status
    this.code = code
  }
}

/** The books of one account. */
export function createBooks(userId: string) {
  const books: Books = {
    userId,
    orders: new Map(),
    notices: [],
    refundKeys: new Map(),
    ways: { refundsBegin: "processed", tellsFees: false },
  }
  const { orders, notices, ways } = books
  return {
    orders,
    notices,
    ways,
    getOrder: (id: string) => orderOf(books, id),
    findOrders: (reference: string | null) =>
      [...orders.values()].filter(each => reference === null || each.external_reference === reference),
    createOrder: (body: unknown) => createOrder(books, body),
    cancelOrder: (id: string) => cancelOrder(books, id),
    refundOrder: (id: string, body: unknown, key: string) => refundOrder(books, id, body, key),
    refundOf: (key: string) => refundsWith(books, key),
    ...actsIn(books),
  }
}

type Books = {
  userId: string
  orders: Map<string, Order>
  notices: Notice[]
  /** The key of idempotency that each refund was made with. */
  refundKeys: Map<string, string>
  ways: { refundsBegin: Refund["status"]; tellsFees: boolean }
}

function orderOf({ orders }: Books, id: string): Order {
  const order = orders.get(id)
  if (!order) throw new Refusal(404, "order_not_found", "Order not found")
  return order
}

const tell = ({ notices }: Books, order: Order, action: string) =>
  void notices.push({ action: `order.${action}`, order: order.id, external_reference: order.external_reference ?? "" })

function set(order: Order, status: string, detail: string) {
  Object.assign(order, { status, status_detail: detail })
  for (const payment of order.transactions.payments) Object.assign(payment, { status, status_detail: detail })
}

function createOrder(books: Books, body: unknown): Order {
  const result = CreateOrder.safeParse(body)
  if (!result.success) {
    const faults = result.error.issues.map(({ path, message }) => `${path.join(".")} ${message}`)
    throw new Refusal(400, "invalid_properties", faults.join(", "))
  }
  const order = newOrder(result.data, books.userId)
  books.orders.set(order.id, order)
  tell(books, order, order.status)
  return order
}

function cancelOrder(books: Books, id: string): Order {
  const order = orderOf(books, id)
  if (!["created", "action_required"].includes(order.status))
    throw new Refusal(409, "cannot_cancel_order", `The order is ${order.status} and can't be canceled`)
  set(order, "canceled", "canceled")
  tell(books, order, "canceled")
  return order
}

/** Whole without a body, by transaction and amount with one. */
function refundOrder(books: Books, id: string, body: unknown, key: string): Order {
  const order = orderOf(books, id)
  const [payment] = order.transactions.payments
  const request = body === undefined ? undefined : RefundOrder.safeParse(body)
  if (request?.success === false) throw new Refusal(400, "invalid_properties", "The body is not valid")
  if (order.status !== "processed" || !payment) throw new Refusal(409, "cannot_refund_order", "The order can't be refunded")
  const refunds = (order.transactions.refunds ??= [])
  const given = refunds.filter(each => each.status !== "failed").reduce((sum, each) => sum + cents(each.amount), 0)
  const asked = request?.data.transactions[0]
  if (asked && asked.id !== payment.id) throw new Refusal(404, "transaction_not_found", "Transaction not found in the order")
  const left = cents(order.total_amount) - given
  const amount = asked ? cents(asked.amount) : left
  if (amount <= 0 || amount > left) throw new Refusal(400, "refund_amount_exceeds", "The refund amount exceeds the available balance")
  const ids = { id: newId("REF"), transaction_id: payment.id, reference_id: newId("") }
  refunds.push({ ...ids, amount: decimalOf(amount), status: books.ways.refundsBegin })
  books.refundKeys.set(ids.id, key)
  order.status_detail = amount === left ? "refunded" : "partially_refunded"
  if (amount === left && order.checkout_url === undefined) order.status = "refunded"
  tell(books, order, "refunded")
  return order
}

function refundsWith({ orders, refundKeys }: Books, key: string) {
  const all = [...orders.values()].flatMap(order => (order.transactions.refunds ?? []).map(refund => ({ order, refund })))
  return all.filter(({ refund }) => refundKeys.get(refund.id) === key)
}

/** What payers, banks and time do. */
function actsIn(books: Books) {
  const end = (id: string, status: string, detail: string) => {
    set(orderOf(books, id), status, detail)
    tell(books, orderOf(books, id), status)
  }
  return {
    pay(id: string, { paid }: { paid?: string } = {}) {
      const order = orderOf(books, id)
      if (!["created", "action_required"].includes(order.status)) throw new Error(`the order ${id} can't be paid any more`)
      const { payments } = order.transactions
      if (payments.length === 0) payments.push(newPayment(order.total_amount, { id: "visa", type: "credit_card" }))
      order.total_paid_amount = paid ?? order.total_amount
      if (books.ways.tellsFees) Object.assign(payments[0]!, feesOf(order.total_amount))
      end(id, "processed", "accredited")
    },
    fail: (id: string, detail: string) => end(id, "failed", detail),
    letExpire: (id: string) => end(id, "expired", "expired"),
    chargeBack: (id: string, detail: "in_process" | "settled" | "reimbursed") => end(id, "charged_back", detail),
    settleRefund(key: string, status: Refund["status"]) {
      const [found] = refundsWith(books, key)
      found!.refund.status = status
      tell(books, found!.order, "refunded")
    },
  }
}

const feesOf = (total: string) => ({
  net_received_amount: (cents(total) - 12) / 100,
  fee_details: [{ type: "mercadopago_fee", amount: 0.12, fee_payer: "collector" }],
  money_release_date: "2026-12-01T00:00:00.000-03:00",
})

function newOrder(body: CreateOrder, userId: string): Order {
  const id = newId("ORD")
  const base = {
    id,
    type: body.type,
    external_reference: body.external_reference,
    total_amount: body.total_amount,
    user_id: userId,
    country_code: "BRA",
    currency: "BRL",
    created_date: new Date().toISOString(),
    expiration_time: body.expiration_time,
    processing_mode: body.processing_mode,
  }
  if (body.processing_mode === "manual") {
    const checkout_url = `https://www.mercadopago.com.br/checkout/v1/redirect?order_id=${id}`
    return { ...base, status: "created", status_detail: "created", checkout_url, transactions: { payments: [] } }
  }
  const [{ payment_method }] = body.transactions.payments as [(typeof body.transactions.payments)[0]]
  const isPix = payment_method.id === "pix"
  const payment = newPayment(body.total_amount, { ...payment_method, ...(isPix ? pixOf(id) : boletoOf(id)) })
  payment.date_of_expiration = new Date(Date.now() + (isPix ? 86_400_000 : 3 * 86_400_000)).toISOString()
  const status_detail = isPix ? "waiting_transfer" : "waiting_payment"
  Object.assign(payment, { status: "action_required", status_detail })
  return { ...base, status: "action_required", status_detail, transactions: { payments: [payment] } }
}

const newPayment = (amount: string, payment_method: Record<string, string>): Payment => {
  return { id: newId("PAY"), reference_id: newId(""), amount, status: "created", status_detail: "created", payment_method }
}

const pixOf = (id: string) => {
  const qr_code = `00020126580014br.gov.bcb.pix0136${id}5204000053039865802BR5913Test Test6008BRASILIA62070503***6304AD38`
  return { ticket_url: `https://www.mercadopago.com.br/payments/${id}/ticket`, qr_code, qr_code_base64: "iVBORw0KGgo=" }
}

const boletoOf = (id: string) => {
  const [digitable_line, barcode_content] = [
    "23793380296060054351030006333303799140000020000",
    "23797991400000200003380260600543510300063333",
  ]
  return { ticket_url: `https://www.mercadopago.com.br/payments/${id}/ticket`, digitable_line, barcode_content, reference: "1234567890" }
}

const newId = (prefix: string) => `${prefix}01${randomBytes(12).toString("hex").toUpperCase()}`
