import type { z } from "zod"
import type { Context } from "../../kit/db/context.ts"
import { asSystem } from "../../kit/operation/system.ts"
import { generalProblem } from "../../kit/pure/errors.ts"
import { parseInput } from "../../kit/pure/input.ts"
import { acceptTransfer } from "../bank-transfers/accept.ts"
import { gatewayProblem } from "../gateways/errors.ts"
import type { Gateway, GatewayEvent, InboundMessage, Outcome, VerifiedPayload } from "../gateways/gateway.ts"
import { effectFor, isFrom, type Sender } from "../gateways/ports.ts"
import { assertServes, findGateway } from "../gateways/registry.ts"
import { AnyEvent, eventSchemas } from "../gateways/schema.ts"
import { awaitsGateway, maySucceed } from "../transactions/rules.ts"
import { readPlanForUpdate, reverse } from "../transactions/settle.ts"
import { findTransaction, readTransactionForUpdate, type TransactionRow } from "../transactions/store.ts"
import { conclude, fail } from "./conclude.ts"
import { onSettled } from "./settled.ts"
import { insertEvent, isEventProcessed } from "./store.ts"

/** Processes an event of a gateway. Events may be late, duplicated and out of order; each one takes effect once. */
export async function receiveEvent(gatewayId: string, message: InboundMessage): Promise<{ effect: string }> {
  const gateway = findGateway(gatewayId)
  if (!gateway) throw generalProblem("GEN-1004", { kind: "gateway", reference: gatewayId })
  const payload = await gateway.verify(message)
  if (!payload) throw gatewayProblem("GTW-1001")
  const event = parseEvent(payload)
  return asSystem(event.tenant, `${gatewayId} ${event.type}`, ctx => processEvent(ctx, gateway, event), "gateway")
}

async function processEvent(ctx: Context, gateway: Gateway, event: GatewayEvent): Promise<{ effect: string }> {
  assertServes(gateway, ctx.tenant)
  if (await isEventProcessed(ctx, gateway.id, event.id)) return { effect: "known" }
  const effect = isSupported(event.type) ? await apply(ctx, { gateway: gateway.id, connection_id: null }, event) : "noted"
  insertEvent(ctx, gateway.id, event, effect)
  return { effect }
}

/** Fields and types of events that we do not know are ignored; the fields that we use must be valid. */
function parseEvent(payload: VerifiedPayload): GatewayEvent {
  const { type } = parseFields(AnyEvent, payload)
  return parseFields(isSupported(type) ? eventSchemas[type] : AnyEvent, payload) as GatewayEvent
}

const isSupported = (type: string): type is keyof typeof eventSchemas => Object.hasOwn(eventSchemas, type)

const parseFields = <T extends z.ZodObject>(schema: T, payload: VerifiedPayload) =>
  parseInput(schema, Object.fromEntries(Object.keys(schema.shape).map(name => [name, payload[name]]))) as z.output<T>

/** What an event does. `sender` is who has reported it: an account speaks for its own objects only. */
export async function apply(ctx: Context, sender: Sender, event: GatewayEvent): Promise<string> {
  const effect = effectFor(event.type)
  if (effect) return effect(ctx, sender, event)
  if (event.type === "bank-transfer.received") {
    const { status } = await acceptTransfer(ctx, event, sender)
    return status
  }
  if (!("key" in event)) return "noted"
  const existing = await findTransaction(ctx, event.key)
  if (!existing || !isFrom(existing, sender) || existing.transaction_type !== "charge") return "no such charge"
  const transaction = await readTransactionForUpdate(ctx, existing.id, existing)
  if (event.type === "charge.succeeded") return onSuccess(ctx, transaction, event.fee)
  if (event.type === "charge.failed") return onFailure(ctx, transaction, event.code, event.reason)
  if (event.type === "charge.reversed") return onReversal(ctx, transaction)
  if (event.type === "charge.settled") return onSettled(ctx, sender, transaction, event)
  if (event.type === "charge.action")
    return onOutcome(ctx, transaction, { status: "action", reference: event.reference, action: event.action })
  if (event.type === "charge.expired") return onOutcome(ctx, transaction, { status: "expired", reference: event.reference })
  if (event.type === "charge.canceled") return onOutcome(ctx, transaction, { status: "canceled", reference: event.reference })
  return "noted"
}

async function onOutcome(ctx: Context, transaction: TransactionRow, outcome: Outcome): Promise<string> {
  if (transaction.status !== "processing") return `it was ${transaction.status} already`
  return (await conclude(ctx, transaction, outcome)).status
}

async function onSuccess(ctx: Context, transaction: TransactionRow, fee = 0): Promise<string> {
  if (!maySucceed(transaction)) return `it was ${transaction.status} already`
  await conclude(ctx, transaction, { status: "succeeded", reference: transaction.gateway_reference ?? transaction.id, fee })
  return "succeeded"
}

async function onFailure(ctx: Context, transaction: TransactionRow, code: string, message: string): Promise<string> {
  if (!awaitsGateway(transaction)) return `it was ${transaction.status} already`
  await fail(ctx, transaction, { code, message })
  return "failed"
}

/** A reversal that arrives before the success is a failure: the payment was never counted. */
async function onReversal(ctx: Context, transaction: TransactionRow): Promise<string> {
  if (awaitsGateway(transaction)) return onFailure(ctx, transaction, "reversed", "the payment was reversed before it was confirmed")
  if (transaction.status !== "succeeded") return `it was ${transaction.status} already`
  // Read again after the plan: a concurrent reversal that commits between the two reads has already reduced what is paid.
  const plan = await readPlanForUpdate(ctx, transaction.payment_intent_id)
  const current = await readTransactionForUpdate(ctx, transaction.id)
  if (current.status !== "succeeded") return `it was ${current.status} already`
  await reverse(ctx, current, plan)
  return "reversed"
}
