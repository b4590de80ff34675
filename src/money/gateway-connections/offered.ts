import type { Context } from "../../kit/db/context.ts"
import type { Gateway, Method } from "../gateways/gateway.ts"
import { findProvider, gatewaysFor } from "../gateways/registry.ts"
import type { GatewayInfo } from "../gateways/schema.ts"
import { findOrders } from "./order-store.ts"
import { offers, servingOf } from "./rules.ts"
import { type ConnectionRow, findConnections } from "./store.ts"

type Tenant = Pick<Context, "tenant">

/** The gateways that serve the tenant: the simulator, and each provider with an active connection, with what that connection serves. */
export async function findGateways(ctx: Tenant): Promise<GatewayInfo[]> {
  const [connections, orders] = await Promise.all([findConnections(ctx), findOrders(ctx)])
  const served = connections.flatMap(connection =>
    methodsOf(connection).flatMap(method => {
      const { gateway } = connection
      const isServed = (currency: string) => servingOf(connections, orders, { gateway, method: method.method, currency }) === connection
      const currencies = method.currencies.filter(isServed)
      return currencies.length === 0 ? [] : [{ gateway, method: renderMethod({ ...method, currencies }, connection.id) }]
    }),
  )
  const connected = [...Map.groupBy(served, ({ gateway }) => gateway)].map(([id, each]) =>
    renderGateway(
      { id, name: findProvider(id)?.name ?? id },
      each.map(({ method }) => method),
    ),
  )
  return [...gatewaysFor(ctx.tenant).map(renderBuiltIn), ...connected]
}

/** A method that starts without a token: the payer acts on a page of the gateway, or by instructions. */
export type PayerMethod = { gateway: { id: string; name: string }; method: Method }

/**
 * The methods in a currency for which a payer needs no token. One connection serves each; where one does, the simulator does not offer the
 * same method beside it.
 */
export async function findPayerMethods(ctx: Tenant, currency: string): Promise<PayerMethod[]> {
  const [connections, orders] = await Promise.all([findConnections(ctx), findOrders(ctx)])
  const served = connections.flatMap(connection =>
    methodsOf(connection).flatMap(method => {
      const isServed = offersIn(method, currency) && servingOf(connections, orders, { method: method.method, currency }) === connection
      return isServed ? [{ gateway: { id: connection.gateway, name: findProvider(connection.gateway)!.name }, method }] : []
    }),
  )
  const simulated = gatewaysFor(ctx.tenant).flatMap(gateway =>
    gateway.methods
      .filter(method => offersIn(method, currency) && !served.some(each => each.method.method === method.method))
      .map(method => ({ gateway, method })),
  )
  return [...served, ...simulated]
}

const offersIn = ({ starts, currencies }: Method, currency: string) =>
  (starts === "redirect" || starts === "instructions") && currencies.includes(currency)

/** What an active connection offers, as its provider describes it. */
function methodsOf({ gateway, status, methods }: ConnectionRow): Method[] {
  if (status !== "active") return []
  return (findProvider(gateway)?.methods ?? []).flatMap(method => {
    const currencies = method.currencies.filter(currency => offers(methods, method.method, currency))
    return currencies.length === 0 ? [] : [{ ...method, currencies }]
  })
}

const renderBuiltIn = ({ methods, payouts, ...gateway }: Gateway): GatewayInfo =>
  renderGateway(
    gateway,
    methods.map(method => renderMethod(method, null)),
    payouts?.methods.map(({ method, currencies }) => ({ method, currencies: [...currencies] })),
  )

type Rendered = GatewayInfo["methods"][number]

const renderMethod = ({ method, name, currencies, maxInstallments, starts, saves }: Method, connection: string | null): Rendered => ({
  method,
  name,
  currencies,
  installments: maxInstallments,
  starts,
  savesMethod: saves ?? false,
  connection,
})

const renderGateway = (
  { id, name }: Pick<Gateway, "id" | "name">,
  methods: Rendered[],
  payouts: GatewayInfo["payouts"] = [],
): GatewayInfo => ({
  gateway: id,
  name,
  currencies: [...new Set(methods.flatMap(({ currencies }) => currencies))].sort(),
  methods,
  payouts,
})
