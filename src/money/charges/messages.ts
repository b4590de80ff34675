import type { Context } from "../../kit/db/context.ts"
import { consumeShared } from "../../kit/db/shared-rate-limit.ts"
import { enqueue, hasten } from "../../kit/jobs/enqueue.ts"
import { asSystem } from "../../kit/operation/system.ts"
import { isId } from "../../kit/pure/id.ts"
import { Problem } from "../../kit/pure/problem.ts"
import { findOwner } from "../gateway-connections/find-store.ts"
import { endMessage, findMessage, insertMessage } from "../gateway-connections/messages-store.ts"
import { callConnection, gatewayOf, type Opened, readOpened } from "../gateway-connections/open.ts"
import { noteMessage } from "../gateway-connections/store.ts"
import { gatewayProblem } from "../gateways/errors.ts"
import type { GatewayEvent, InboundMessage } from "../gateways/gateway.ts"
import type { Hint, Report } from "../gateways/provider.ts"
import { findOpenCharge } from "../transactions/connection-store.ts"
import { apply } from "./receive.ts"
import { insertEvent, isEventProcessed } from "./store.ts"

/**
 * Receives a message of a provider. It is a hint: its signature is checked and it is stored, with a job that asks the provider. So the
 * answer is quick, and nothing in the message is believed. An unknown connection and a wrong signature get the same answer.
 */
export async function receiveMessage(gateway: string, connection: string, message: InboundMessage): Promise<{ received: number }> {
  const tenant = isId(connection) ? await findOwner(gateway, connection) : undefined
  const opened = tenant === undefined ? undefined : await readOpened(tenant, connection)
  const hints = opened && opened.status !== "disconnected" ? await gatewayOf(opened, opened.tenant).events.verify(message) : undefined
  if (opened && !hints) await lookUpNamed(opened, message)
  if (!opened || !hints) throw gatewayProblem("GTW-1001")
  await asSystem(
    opened.tenant_id,
    `${gateway} message`,
    async ctx => {
      for (const hint of distinct(hints)) {
        if (await findMessage(opened.tenant_id, connection, hint.id)) continue
        insertMessage(ctx, connection, hint)
        enqueue(ctx, "read-gateway-message", { connection, message: hint.id })
      }
      noteMessage(ctx, connection)
    },
    "gateway",
  )
  return { received: hints.length }
}

/** Looks our own open charge up that an invalid message names, and never more: whoever sent it learns and moves nothing. */
async function lookUpNamed(opened: Opened, message: InboundMessage) {
  if (opened.status === "disconnected") return
  const names = gatewayOf(opened, opened.tenant).events.namesOf?.(message) ?? []
  for (const name of names) {
    const charge = await findOpenCharge(opened, name)
    if (!charge || !(await isFirstThisMinute(charge))) continue
    await asSystem(opened.tenant_id, "look up charge", async ctx => hasten(ctx, "resolve-charge", { transaction: charge.id }), "gateway")
  }
}

const isFirstThisMinute = ({ tenant_id, id }: { tenant_id: string; id: string }): Promise<boolean> =>
  consumeShared({ tenant_id, name: `look-up ${id}`, max: 1 }).then(
    () => true,
    (error: unknown) => {
      if (error instanceof Problem) return false
      throw error
    },
  )

/** A list may name the same change twice. */
const distinct = (hints: readonly Hint[]) => [...new Map(hints.map(hint => [hint.id, hint])).values()]

/** Reads at the provider what a message points to, with the tenant's own credentials, and applies what it says now. */
export async function readMessage(tenant: string, { connection, message }: { connection: string; message: string }) {
  const opened = await readOpened(tenant, connection)
  const row = await findMessage(tenant, connection, message)
  if (!row || row.status !== "pending" || opened.status === "disconnected") return // nothing was open when its credentials were erased
  const hint = { id: row.message_id, type: row.type, reference: row.reference }
  const reports = await callConnection(opened, gateway => gateway.events.read(hint))
  const sender = { gateway: opened.gateway, connection_id: connection }
  const effects: string[] = []
  for (const [i, report] of reports.entries()) {
    const event = eventOf(report, tenant, `${message} ${i}`)
    effects.push(await asSystem(tenant, `${opened.gateway} ${report.type}`, ctx => applyOnce(ctx, sender, event), "gateway"))
  }
  await asSystem(tenant, `${opened.gateway} message`, async ctx => endMessage(ctx, row, effects), "gateway")
}

/** A message that is read again after a crash repeats nothing, such as a transfer that was booked. */
async function applyOnce(ctx: Context, sender: { gateway: string; connection_id: string }, event: GatewayEvent): Promise<string> {
  const { connection_id } = sender
  if (await isEventProcessed(ctx, connection_id, event.id)) return "known"
  const effect = await apply(ctx, sender, event)
  insertEvent(ctx, connection_id, event, effect)
  return effect
}

const eventOf = (report: Report, tenant: string, id: string): GatewayEvent => ({ ...report, tenant, id })
