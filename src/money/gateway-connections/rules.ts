import { dayMs } from "../../kit/pure/calendar.ts"
import type { Tenant } from "../../kit/pure/caller.ts"
import { invalidField, missingField } from "../../kit/pure/errors.ts"
import { transitions } from "../../kit/pure/transitions.ts"
import { gatewayProblem } from "../gateways/errors.ts"
import type { Method } from "../gateways/gateway.ts"
import type { Credentials, Held, Inspection, Movement, Provider } from "../gateways/provider.ts"
import type { ComparedCurrency, ConnectionStatus, MethodChoice, OfferedMethod } from "./schema.ts"

/** The allowed transitions. The store asserts them. */
const canFollow = {
  active: ["paused", "failing", "disconnecting"],
  paused: ["active", "failing", "disconnecting"],
  failing: ["active", "paused", "disconnecting"],
  disconnecting: ["disconnected"],
  disconnected: [],
} satisfies Record<ConnectionStatus, ConnectionStatus[]>

export const assertCanFollow = transitions<ConnectionStatus>("a gateway connection", canFollow)

/** How long a message that was signed with a replaced secret is still accepted. */
export const secretOverlapMs = dayMs

type Connection = { status: ConnectionStatus; name: string }

export function assertStatus({ status, name }: Connection, action: string, ...allowed: ConnectionStatus[]) {
  if (!allowed.includes(status)) throw gatewayProblem("GTW-2004", { name, status, action, allowed: allowed.join(" and ") })
}

/** Refuses fields that the provider does not ask for, and asks for those that it needs. `known` are the fields that are given already. */
export function assertFields({ credentials: fields, name }: Provider, given: Credentials, known: readonly string[] = []) {
  const unknown = Object.keys(given).find(field => !fields.some(each => each.field === field))
  if (unknown !== undefined) throw invalidField(`credentials.${unknown}`, `is not a credential of ${name}`)
  const broken = fields.find(({ field, isLong }) => !isLong && !/^[\x20-\x7e]*$/.test(given[field] ?? ""))
  if (broken) throw invalidField(`credentials.${broken.field}`, "has a character that no credential has; copy it again")
  const missing = fields.find(({ field, isOptional }) => !isOptional && !known.includes(field) && given[field] === undefined)
  if (missing) throw missingField(`credentials.${missing.field}`, `is required: ${missing.label}`)
}

/** Refuses credentials that would mix real money and tests, or that can't do what is needed. */
export function assertUsable({ mode, missingRights }: Inspection, provider: Provider, tenant: Pick<Tenant, "mode">) {
  if (mode === "sandbox" && tenant.mode === "live") throw gatewayProblem("GTW-1005", { gateway: provider.name })
  if (mode === "live" && tenant.mode === "sandbox") throw gatewayProblem("GTW-1006", { gateway: provider.name })
  if (missingRights.length > 0) throw gatewayProblem("GTW-1008", { gateway: provider.name, rights: missingRights.join(", ") })
}

type Choices = { currencies?: string[] | undefined; methods?: MethodChoice[] | undefined }

/** Which methods a connection offers, in the order of the provider's. Those that a person did not choose are off. */
export function offeredMethods(methods: readonly Method[], { currencies, methods: chosen }: Choices): OfferedMethod[] {
  const unknown = chosen?.find(({ method }) => !methods.some(each => each.method === method))
  if (unknown) throw invalidField("methods", `must be of ${methods.map(({ method }) => method).join(", ")}`)
  const offered = methods.map(({ method, currencies: possible }) => {
    const choice = chosen?.find(each => each.method === method)
    const wanted = choice?.currencies ?? currencies
    const accepted = wanted ? possible.filter(currency => wanted.includes(currency)) : [...possible]
    return { method, currencies: accepted, enabled: (choice ? (choice.enabled ?? true) : chosen === undefined) && accepted.length > 0 }
  })
  if (!offered.some(({ enabled }) => enabled)) throw invalidField("methods", "must leave at least one method with a currency")
  return offered
}

export const offers = (methods: readonly OfferedMethod[], method: string, currency: string) =>
  methods.some(each => each.enabled && each.method === method && each.currencies.includes(currency))

type Cash = { currency: string; n: bigint }

/** By currency: what the provider holds, what the ledger says, and movements whose cause is not in the books. */
export function compareBalances(
  held: readonly Held[],
  cash: readonly Cash[],
  movements: readonly Movement[],
  known: ReadonlySet<string>,
): ComparedCurrency[] {
  const strangers = movements.filter(({ reference, key }) => !known.has(reference) && !known.has(key ?? reference))
  const currencies = [...new Set([...held, ...cash, ...strangers].map(({ currency }) => currency))].toSorted()
  return currencies.map(currency => {
    const isOf = (each: { currency: string }) => each.currency === currency
    const provider = held.filter(isOf).reduce((sum, { available, pending }) => sum + available + pending, 0)
    const ledger = Number(cash.find(isOf)?.n ?? 0n)
    const unmatched = strangers.filter(isOf).map(({ reference, amount, fee, type }) => ({ reference, amount: amount - fee, type }))
    return { currency, provider, ledger, difference: provider - ledger, unmatched }
  })
}

type Served = { gateway?: string; method: string; currency: string }
type Order = { method: string; currency: string; connections: readonly string[] }
type Serving = { id: string; gateway: string; status: ConnectionStatus; methods: readonly OfferedMethod[] }

/**
 * The connection that serves a method in a currency: the first active one of those that a person ordered, else the oldest.
 * `connections` are sorted by age. Without a gateway it is chosen from those of all providers.
 */
export function servingOf<C extends Serving>(
  connections: readonly C[],
  orders: readonly Order[],
  { gateway, method, currency }: Served,
): C | undefined {
  const candidates = connections.filter(
    each => (gateway ?? each.gateway) === each.gateway && each.status === "active" && offers(each.methods, method, currency),
  )
  const order = orders.find(each => each.method === method && each.currency === currency)
  const ordered = order?.connections.flatMap(id => candidates.find(candidate => candidate.id === id) ?? []) ?? []
  return ordered[0] ?? candidates[0]
}
