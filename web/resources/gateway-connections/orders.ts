import type { Connection } from "./data.ts"

type Order = { method: string; currency: string; connections: readonly string[] }
type Rival = Pick<Connection, "_id" | "name" | "status" | "methods" | "createdAt">

/** A method that several connections offer, with the currencies in which they do. */
export type Shared = { method: string; currencies: readonly string[] }

const offers = ({ methods }: Rival, method: string, currency: string) =>
  methods.some(each => each.enabled && each.method === method && each.currencies.includes(currency))

/** Only these need an order: any other method has one connection, or none. */
export function sharedMethods(connections: readonly Rival[]): Shared[] {
  const offered = connections.flatMap(({ methods }) => methods.filter(({ enabled }) => enabled))
  return [...new Set(offered.map(({ method }) => method))].flatMap(method => {
    const all = [...new Set(offered.filter(each => each.method === method).flatMap(({ currencies }) => currencies))].toSorted()
    const currencies = all.filter(currency => connections.filter(each => offers(each, method, currency)).length > 1)
    return currencies.length > 0 ? [{ method, currencies }] : []
  })
}

/** The connections of a method in their order: those that a person has ordered, then the rest, the oldest first. */
export function inOrder<C extends Rival>(connections: readonly C[], orders: readonly Order[], method: string, currency: string): C[] {
  const chosen = orders.find(each => each.method === method && each.currency === currency)?.connections ?? []
  const rankOf = ({ _id }: C) => (chosen.includes(_id) ? chosen.indexOf(_id) : chosen.length)
  return connections
    .filter(each => offers(each, method, currency))
    .toSorted((a, b) => rankOf(a) - rankOf(b) || a.createdAt.localeCompare(b.createdAt) || a._id.localeCompare(b._id))
}
