import { decimal } from "../../../kit/pure/money.ts"
import { GatewayUnreachable, type RefundGateway, type RefundOutcome, type RefundRequest } from "../gateway.ts"
import type { Credentials, OpenConnection } from "../provider.ts"
import { createJoin, orLost, orUnknown, startInTime } from "../provider-calls.ts"
import { callApi, wordsOf } from "./client.ts"
import { amountOf, findOrder, type Order, type Refund } from "./orders.ts"

const join = createJoin<RefundOutcome>()

export function refundsOf({ id, tenant, credentials }: OpenConnection): RefundGateway {
  return {
    refund: request => join(`${id} ${request.key}`, () => orUnknown(refund(credentials, request))),
    async lookUp(request) {
      return request.tenant === tenant ? orUnknown(lookUp(credentials, request)) : { status: "absent" }
    },
  }
}

/** Of each refund that this process has seen: the key it was made with. Mercado Pago keeps none of ours with a refund. */
const keys = new Map<string, string>()
const maxKeys = 100_000

/** Undefined where another process made it. Then it is found by a look-up. */
export const keyOfRefund = ({ id }: Refund) => keys.get(id)

async function refund(credentials: Credentials, request: RefundRequest): Promise<RefundOutcome> {
  const assertInTime = startInTime()
  const { key, charge, amount } = request
  const order = await findOrder(credentials, charge.key, charge.reference)
  const payment =
    order?.transactions.payments.find(each => /^(processed|refunded)/.test(each.status ?? "")) ?? order?.transactions.payments[0]
  if (!order || !payment)
    return { status: "declined", reference: key, code: "charge_not_paid", reason: "Mercado Pago shows no payment of this charge" }
  const known = claimedBy(order, key)
  if (known) return outcomeOf(known)
  assertInTime()
  const isWhole = amount === amountOf(order.total_amount) && order.transactions.refunds.length === 0
  const reply = await callApi(credentials, {
    method: "POST",
    path: `/v1/orders/${encodeURIComponent(order.id)}/refund`,
    ...(!isWhole && { body: { transactions: [{ id: payment.id, amount: decimal(amount, request.currency) }] } }),
    idempotencyKey: key,
  })
  if (reply.status === 409) throw new GatewayUnreachable("Mercado Pago is busy with another refund of this charge; try again")
  if (reply.status >= 400) return { status: "declined", reference: key, code: "refused", reason: wordsOf(credentials, reply) }
  return orLost(findMade(credentials, request, order.transactions.refunds))
}

/** What the order has now and did not have before. A repeat of the key made nothing new: then it is the one that is left. */
async function findMade(credentials: Credentials, request: RefundRequest, before: Refund[]): Promise<RefundOutcome> {
  const order = await findOrder(credentials, request.charge.key, request.charge.reference)
  const made = order?.transactions.refunds.find(each => isFree(each, request) && before.every(({ id }) => id !== each.id))
  const found = made ?? order?.transactions.refunds.find(each => isFree(each, request))
  if (!found) throw new Error(`Mercado Pago took the refund ${request.key} and does not show it`)
  return outcomeOf(claim(found, request.key))
}

async function lookUp(credentials: Credentials, request: RefundRequest): Promise<RefundOutcome | { status: "absent" }> {
  const order = await findOrder(credentials, request.charge.key, request.charge.reference)
  if (!order) return { status: "absent" }
  const found = claimedBy(order, request.key) ?? order.transactions.refunds.find(each => isFree(each, request))
  return found ? outcomeOf(claim(found, request.key)) : { status: "absent" }
}

const claimedBy = ({ transactions: { refunds } }: Order, key: string) => refunds.find(each => keys.get(each.id) === key)

/**
 * Whether a refund may be the one of this request. Equal amounts of one charge are exchangeable: whichever of them a key is given, the sums
 * are right. What must not happen is that one refund counts for two keys.
 */
function isFree(refund: Refund, { key, amount, otherReferences = [] }: RefundRequest): boolean {
  const owner = keys.get(refund.id)
  return amountOf(refund.amount) === amount && (owner === undefined || owner === key) && !otherReferences.includes(refund.id)
}

function claim(refund: Refund, key: string): Refund {
  if (keys.size >= maxKeys) keys.clear()
  keys.set(refund.id, key)
  return refund
}

export function outcomeOf({ id: reference, status }: Refund): RefundOutcome {
  if (/^(processed|approved)$/.test(status)) return { status: "succeeded", reference }
  if (/^(failed|rejected|cancell?ed)$/.test(status)) {
    const code = `refund_${status}`
    return { status: "declined", reference, code, reason: `Mercado Pago did not give the money back: ${status}` }
  }
  return { status: "processing", reference }
}
