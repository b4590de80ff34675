import { Problem } from "../kit/problem.ts"
import type { Order, OrderItem } from "./schema.ts"

export const itemsMost = 200

export function assertNotReserved(source: Order["source"]) {
  if (source !== "manual") throw new Problem("ORD-1001", { source })
}

export function assertOpen({ status }: { status: string }, action: string) {
  if (status !== "open") throw new Problem("ORD-2001", { status, action })
}

export function assertRoom(items: readonly OrderItem[]) {
  if (items.length >= itemsMost) throw new Problem("ORD-2004", { most: itemsMost })
}

type Billable = OrderItem & { amount: number; currency: string }

/** The items a payment intent is raised from: those asked for, else all that no intent bills yet. They must be in one currency. */
export function billable(items: readonly OrderItem[], asked: readonly string[] | undefined): Billable[] {
  const twice = asked?.find((id, i) => asked.indexOf(id) !== i)
  if (twice) throw new Problem("ORD-2002", { reason: `item ${twice} is named twice` })
  const picked = asked ? asked.map(id => known(items, id)) : items.filter(item => item.paymentIntent === null)
  if (picked.length === 0) throw new Problem("ORD-2002", { reason: "it has no items that no payment intent bills yet" })
  for (const item of picked) {
    if (item.paymentIntent !== null) throw new Problem("ORD-2002", { reason: `item ${item._id} is billed by ${item.paymentIntent}` })
    if (item.amount === null || item.currency === null) throw new Problem("ORD-2002", { reason: `item ${item._id} has no price` })
  }
  const currencies = new Set(picked.map(item => item.currency))
  if (currencies.size > 1) throw new Problem("ORD-2003", { currencies: [...currencies].join(", ") })
  return picked as Billable[]
}

function known(items: readonly OrderItem[], id: string): OrderItem {
  const item = items.find(each => each._id === id)
  if (!item) throw new Problem("SMR-1001", { kind: "order item", reference: id })
  return item
}
