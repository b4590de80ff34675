import { createHash, createHmac } from "node:crypto"
import { z } from "zod"
import { isId } from "../../../kit/pure/id.ts"
import { minorUnits, sum } from "../../../kit/pure/money.ts"
import { isSameSecret } from "../../../kit/service/crypto.ts"
import type { InboundMessage } from "../gateway.ts"
import type { EventGateway, Hint, OpenConnection, Report } from "../provider.ts"
import { type Order, outcomeOf, type Payment, readOrder, timeOf } from "./orders.ts"
import { keyOfRefund, outcomeOf as outcomeOfRefund } from "./refunds.ts"

/** A person enters the address for messages at Mercado Pago: orders take none. */
export function eventsOf({ credentials, eventSecrets }: OpenConnection): EventGateway {
  const secrets = [...eventSecrets, credentials["webhookSecret"]?.trim() ?? ""].filter(secret => secret !== "")
  return {
    verify: async message => hintsOf(message, secrets),
    /** Real messages to test credentials fail the check of their signature, while those of the panel's simulation pass it. */
    namesOf: ({ query = {} }) => Name.array().safeParse([query["data.id"]?.trim()]).data ?? [],
    async read(hint) {
      const order = await readOrder(credentials, hint.reference)
      const key = order?.external_reference ?? ""
      if (!order || !isOurs(key)) return []
      return /refund/.test(hint.type) ? reportsOfRefunds(order) : reportsOfCharge(order, key)
    },
  }
}

/** Our keys are ids. Other programs of the account name their orders otherwise. */
const isOurs = (key: string) => isId(key) || /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/.test(key)

const Name = z.string().regex(/^[\w.-]{1,100}$/)
const Body = z.object({
  type: Name.optional(),
  action: Name.optional(),
  data: z.object({ id: Name }).optional(),
})

/**
 * The signature covers the id of the address, the id of the request and a time, and nothing of the body. So the body only says what kind of
 * change it may be, and the id of the hint is made of what is signed.
 */
function hintsOf({ headers, bytes, query = {} }: InboundMessage, secrets: readonly string[]): Hint[] | undefined {
  const { ts, v1 = "" } = Object.fromEntries((headers["x-signature"] ?? "").split(",").map(part => part.trim().split("=", 2)))
  const id = query["data.id"]?.trim()
  const body = Body.safeParse(parseJson(bytes)).data
  if (ts === undefined || !body) return undefined
  const manifest = manifestOf(id?.toLowerCase(), headers["x-request-id"]?.trim(), ts)
  const isSigned = secrets.some(secret => isSameSecret(createHmac("sha256", secret).update(manifest).digest("hex"), v1))
  if (!isSigned) return undefined
  const type = body.type ?? query["type"] ?? ""
  if (!id || !Name.safeParse(id).success || !type.startsWith("order")) return [] // of other things Mercado Pago tells, too
  const reference = body.data?.id.toLowerCase() === id.toLowerCase() ? body.data.id : id
  return [{ id: createHash("sha256").update(manifest).digest("hex").slice(0, 32), type: body.action ?? type, reference }]
}

/** Parts that are absent are left out. */
const manifestOf = (id: string | undefined, requestId: string | undefined, ts: string) =>
  `${id ? `id:${id};` : ""}${requestId ? `request-id:${requestId};` : ""}ts:${ts};`

function reportsOfCharge(order: Order, key: string): Report[] {
  const outcome = outcomeOf(order)
  const reference = order.id
  if (outcome.status === "declined") return [{ type: "charge.failed", key, code: outcome.code, reason: outcome.reason }]
  if (outcome.status === "expired") return [{ type: "charge.expired", key, reference }]
  if (outcome.status === "canceled") return [{ type: "charge.canceled", key, reference }]
  if (outcome.status === "action") return [{ type: "charge.action", key, reference, action: outcome.action }]
  if (outcome.status !== "succeeded") return [{ type: "charge.processing", key }]
  const reversed: Report[] = isTakenBack(order) ? [{ type: "charge.reversed", key }] : []
  return [{ type: "charge.succeeded", key }, ...settlementsOf(order, key), ...reversed]
}

/** A chargeback takes the money at once. It comes back only where it is reimbursed. */
const isTakenBack = ({ status, status_detail }: Order) => status === "charged_back" && status_detail !== "reimbursed"

/** What Mercado Pago keeps, where it tells: nothing is estimated, and what can't be read exactly is left out. */
function settlementsOf({ total_amount, transactions: { payments } }: Order, key: string): Report[] {
  return payments.slice(0, 1).flatMap((payment): Report[] => {
    const amount = minorUnits(payment.amount ?? total_amount, "BRL")
    const fee = amount === undefined ? undefined : feeOf(payment, amount)
    if (amount === undefined || fee === undefined || fee < 0 || fee > amount) return []
    const availableAt = timeOf(payment.money_release_date ?? "")
    return [{ type: "charge.settled", key, net: amount - fee, fee, currency: "BRL", rate: null, availableAt }]
  })
}

function feeOf({ net_received_amount, fee_details }: Payment, amount: number): number | undefined {
  if (net_received_amount !== undefined) {
    const net = minorUnits(net_received_amount, "BRL")
    return net === undefined ? undefined : amount - net
  }
  const fees = fee_details?.filter(each => each.fee_payer !== "payer").map(each => minorUnits(each.amount, "BRL"))
  const known = fees?.filter(fee => fee !== undefined)
  return known && known.length === fees?.length ? sum(known) : undefined
}

function reportsOfRefunds({ transactions: { refunds } }: Order): Report[] {
  return refunds.flatMap((refund): Report[] => {
    const [key, outcome] = [keyOfRefund(refund), outcomeOfRefund(refund)]
    if (key === undefined) return []
    if (outcome.status === "succeeded") return [{ type: "refund.succeeded", key, reference: refund.id }]
    return outcome.status === "declined" ? [{ type: "refund.failed", key, code: outcome.code, reason: outcome.reason }] : []
  })
}

function parseJson(bytes: Buffer): unknown {
  try {
    return JSON.parse(bytes.toString("utf8"))
  } catch {
    return undefined
  }
}
