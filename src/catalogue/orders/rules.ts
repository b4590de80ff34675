import { generalProblem } from "../../kit/pure/errors.ts"
import { orderProblem } from "./errors.ts"
import { maxOrderItems, type Order, type OrderItem } from "./schema.ts"

export function assertNotReserved(source: Order["source"]) {
  if (source !== "manual") throw orderProblem("ORD-1001", { source })
}

export function assertOpen({ status }: { status: string }, action: string) {
  if (status !== "open") throw orderProblem("ORD-2001", { status, action })
}

export function assertCanAddItem(items: readonly OrderItem[]) {
  if (items.length >= maxOrderItems) throw orderProblem("ORD-2004", { max: maxOrderItems })
}

/** A payment intent asks for the price of its items, so a billed item can't change. */
export function assertUnbilled({ _id, paymentIntents }: OrderItem) {
  if (paymentIntents.length > 0)
    throw orderProblem("ORD-2002", {
      reason: `the item ${_id} is billed by the payment intent ${paymentIntents.join(", ")}`,
      item: _id,
      paymentIntent: paymentIntents.join(", "),
    })
}

/** The fields of an item that these payment intents bill. */
export const billedBy = (paymentIntents: string[]) => ({ paymentIntent: paymentIntents[0] ?? null, paymentIntents })

/** The contact of an order can't change while a payment intent asks that contact for money. */
export function assertNoBill(bill: string | undefined) {
  if (bill !== undefined)
    throw orderProblem("ORD-2002", {
      reason: `the payment intent ${bill} asks its contact for money; cancel that first`,
      paymentIntent: bill,
    })
}

/** The item that a path names. */
export function readItem(items: readonly OrderItem[], id: string): OrderItem {
  const item = items.find(each => each._id === id)
  if (!item) throw generalProblem("GEN-1004", { kind: "order item", reference: id })
  return item
}

type BillableItem = OrderItem & { amount: number; currency: string }

/** The items that POST /v1/orders/{id}/bill bills: the given ones, or all that are not billed yet, each once and in one currency. */
export function billableItems(items: readonly OrderItem[], ids: readonly string[] | undefined): BillableItem[] {
  const duplicate = ids?.find((id, i) => ids.indexOf(id) !== i)
  if (duplicate) throw orderProblem("ORD-2002", { reason: `item ${duplicate} is given twice` })
  const selected = ids ? ids.map(id => itemWithId(items, id)) : items.filter(item => item.paymentIntents.length === 0)
  if (selected.length === 0) throw orderProblem("ORD-2002", { reason: "it has no unbilled items" })
  for (const item of selected) {
    assertUnbilled(item)
    if (item.amount === null || item.currency === null) throw orderProblem("ORD-2002", { reason: `item ${item._id} has no price` })
  }
  const currencies = new Set(selected.map(item => item.currency))
  if (currencies.size > 1) throw orderProblem("ORD-2003", { currencies: [...currencies].join(", ") })
  return selected as BillableItem[]
}

/** The item that a line or a bill names. */
export function itemWithId(items: readonly OrderItem[], id: string): OrderItem {
  const item = items.find(each => each._id === id)
  if (!item) throw generalProblem("SMR-1001", { kind: "order item", reference: id })
  return item
}
