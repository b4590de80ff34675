import type { z } from "zod"
import { acceptTransfer } from "../bank-transfers/accept.ts"
import type { GatewayEvent, Message, Signed } from "../gateways/gateway.ts"
import { findGateway } from "../gateways/registry.ts"
import { AnyEvent, eventShapes } from "../gateways/schema.ts"
import type { Context } from "../kit/context.ts"
import { parseInput } from "../kit/input.ts"
import { Problem } from "../kit/problem.ts"
import { asSystem } from "../kit/system.ts"
import { awaitsWord } from "../transactions/rules.ts"
import { reverse, takeFamily } from "../transactions/settle.ts"
import { findTransaction, takeTransaction, type TransactionRow } from "../transactions/store.ts"
import { conclude, fail } from "./charge.ts"
import { isKnownEvent, rememberEvent } from "./store.ts"

/** What a gateway tells us by itself. It may come late, doubled and out of order; each event has its effect once. */
export async function receiveEvent(gatewayId: string, message: Message): Promise<{ effect: string }> {
  const gateway = findGateway(gatewayId)
  if (!gateway) throw new Problem("GEN-1004", { kind: "gateway", reference: gatewayId })
  const said = await gateway.verify(message)
  if (!said) throw new Problem("GTW-1001")
  const event = read(said)
  return asSystem(event.tenant, `${gatewayId} ${event.type}`, async ctx => {
    if (await isKnownEvent(ctx, gatewayId, event.id)) return { effect: "known" }
    const effect = isOurs(event.type) ? await apply(ctx, gatewayId, event) : "noted"
    rememberEvent(ctx, gatewayId, event, effect)
    return { effect }
  })
}

/** A gateway may say more than we know of; what we act on must be there and make sense. */
function read(said: Signed): GatewayEvent {
  const { type } = parse(AnyEvent, said)
  return parse(isOurs(type) ? eventShapes[type] : AnyEvent, said) as GatewayEvent
}

const isOurs = (type: string): type is GatewayEvent["type"] => Object.hasOwn(eventShapes, type)

const parse = <T extends z.ZodObject>(shape: T, said: Signed) =>
  parseInput(shape, Object.fromEntries(Object.keys(shape.shape).map(name => [name, said[name]]))) as z.output<T>

async function apply(ctx: Context, gateway: string, event: GatewayEvent): Promise<string> {
  if (event.type === "bank-transfer.received") {
    const { status } = await acceptTransfer(ctx, event, gateway)
    return status
  }
  const known = await findTransaction(ctx, event.key)
  if (!known || known.gateway !== gateway) return "no such charge"
  const transaction = await takeTransaction(ctx, known.id)
  if (event.type === "charge.succeeded") return onSuccess(ctx, transaction)
  if (event.type === "charge.failed") return onFailure(ctx, transaction, event.code, event.reason)
  if (event.type === "charge.reversed") return onReversal(ctx, transaction)
  return "noted"
}

async function onSuccess(ctx: Context, transaction: TransactionRow): Promise<string> {
  if (!awaitsWord(transaction)) return `it was ${transaction.status} already`
  await conclude(ctx, transaction, { status: "succeeded", reference: transaction.gateway_reference ?? transaction.id })
  return "succeeded"
}

async function onFailure(ctx: Context, transaction: TransactionRow, code: string, reason: string): Promise<string> {
  if (!awaitsWord(transaction)) return `it was ${transaction.status} already`
  fail(ctx, transaction, code, reason)
  return "failed"
}

/** Money that went back before we heard that it came never was there. */
async function onReversal(ctx: Context, transaction: TransactionRow): Promise<string> {
  if (awaitsWord(transaction)) return onFailure(ctx, transaction, "reversed", "the payment was taken back before it was confirmed")
  if (transaction.status !== "succeeded") return `it was ${transaction.status} already`
  // The intent first, then the payment again: one that was taken back between the two would be taken from what is no longer there.
  const family = await takeFamily(ctx, transaction.payment_intent_id)
  const now = await takeTransaction(ctx, transaction.id)
  if (now.status !== "succeeded") return `it was ${now.status} already`
  await reverse(ctx, now, family)
  return "reversed"
}
