import type { ChargeRequest, Gateway, Outcome } from "../gateway.ts"
import type { Credentials, OpenConnection } from "../provider.ts"
import { createJoin, LostAnswer, orLost, orUnknown } from "../provider-calls.ts"
import { callApi, wordsOf } from "./client.ts"
import { amountOf, findOrder, type Order, orderBesideErrors, outcomeOf, parseOrder } from "./orders.ts"
import { bodyOf, refusalOf } from "./request.ts"

const join = createJoin<Outcome>()

export function chargesOf({ id, tenant, credentials }: OpenConnection): Required<Pick<Gateway, "charge" | "lookUp" | "cancel">> {
  return {
    charge: request => join(`${id} ${request.key}`, () => orUnknown(create(credentials, request))),
    async lookUp(of, key, reference) {
      return of === tenant ? orUnknown(lookUp(credentials, key, reference)) : { status: "absent" }
    },
    async cancel(of, key, reference) {
      return of === tenant ? orUnknown(cancel(credentials, key, reference)) : { status: "absent" }
    },
  }
}

/** Creates the order. No money moves until its payer acts. The key of idempotency is ours, so a repeat returns the same order. */
async function create(credentials: Credentials, request: ChargeRequest): Promise<Outcome> {
  const { key } = request
  const refusal = refusalOf(request)
  if (refusal !== undefined) return { status: "declined", reference: key, code: "invalid_request", reason: refusal }
  const reply = await callApi(credentials, { method: "POST", path: "/v1/orders", body: bodyOf(request), idempotencyKey: key })
  if (reply.status === 200 || reply.status === 201) return outcomeOf(assertOurs(parseOrder(reply.body), request))
  const order = orderBesideErrors(reply) ?? (await orLost(findOrder(credentials, key)))
  if (order) return outcomeOf(assertOurs(order, request))
  if (reply.status === 409) throw new LostAnswer("Mercado Pago is busy with a request of this key")
  return { status: "declined", reference: key, code: "invalid_request", reason: wordsOf(credentials, reply) }
}

/** A key that was used before silently returns what it made then, whatever is asked for now. */
function assertOurs(order: Order, { key, amount }: ChargeRequest): Order {
  if (order.external_reference === key && amountOf(order.total_amount) === amount) return order
  throw new Error(`Mercado Pago returned the order ${order.id}, which is not the one that was asked for`)
}

async function lookUp(credentials: Credentials, key: string, reference?: string | null): Promise<Outcome | { status: "absent" }> {
  const order = await findOrder(credentials, key, reference)
  return order ? outcomeOf(order) : { status: "absent" }
}

/** The payer may pay until Mercado Pago has canceled the order, so what it shows afterwards is what happened. */
async function cancel(credentials: Credentials, key: string, reference?: string | null): Promise<Outcome | { status: "absent" }> {
  const order = await findOrder(credentials, key, reference)
  if (!order) return { status: "absent" }
  const path = `/v1/orders/${encodeURIComponent(order.id)}/cancel`
  if (["action", "processing"].includes(outcomeOf(order).status))
    await callApi(credentials, { method: "POST", path, idempotencyKey: `${key}-cancel` })
  return orLost(lookUp(credentials, key, order.id))
}
