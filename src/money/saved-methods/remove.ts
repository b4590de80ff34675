import type { Context } from "../../kit/db/context.ts"
import { enqueue } from "../../kit/jobs/enqueue.ts"
import { gatewayNow, isRealTime } from "../gateways/clock.ts"
import type { GatewayEvent } from "../gateways/gateway.ts"
import { type EventEffect, isFrom } from "../gateways/ports.ts"
import { mayFollow } from "./rules.ts"
import {
  erasedFields,
  findByReference,
  findOpenByContact,
  readSavedMethodForUpdate,
  saveSavedMethod,
  type SavedMethodRow,
} from "./store.ts"

/** The worker ends it at the gateway, after this commit. `since` is when the gateway was first told to, by its clock. */
export function endAtGateway(ctx: Context, row: SavedMethodRow, since = gatewayNow(ctx, row), at?: Date) {
  enqueue(ctx, "remove-saved-method", { savedMethod: row.id, since }, at, isRealTime(row))
}

/** Nothing is charged by it from this commit on. A charge that has left goes on. */
export function removeSavedMethod(ctx: Context, row: SavedMethodRow): SavedMethodRow {
  if (row.gateway_reference !== null) endAtGateway(ctx, row)
  return saveSavedMethod(ctx, row, "removed")
}

/** A contact who is erased has agreed to nothing any more. The gateway is told to forget the cards; their ids are kept until it has. */
export async function forgetMethodsOf(ctx: Context, contact: string) {
  for (const found of await findOpenByContact(ctx, contact)) {
    const row = await readSavedMethodForUpdate(ctx, found.id, found)
    if (!mayFollow(row.status, "removed")) continue
    if (row.gateway_reference !== null) endAtGateway(ctx, row)
    saveSavedMethod(ctx, row, "removed", erasedFields)
  }
}

const isDetached = (event: GatewayEvent): event is Extract<GatewayEvent, { type: "method.detached" }> => event.type === "method.detached"

/** Applies a gateway's event about a method that it keeps no longer. */
export const savedMethodEffect: EventEffect = async (ctx, sender, event) => {
  if (!isDetached(event)) return "noted"
  const rows = (await findByReference(ctx, event.reference)).filter(row => isFrom(row, sender))
  if (rows.length === 0) return "no such saved method"
  for (const found of rows) {
    const row = await readSavedMethodForUpdate(ctx, found.id, found)
    if (mayFollow(row.status, "detached")) saveSavedMethod(ctx, row, "detached")
  }
  return "detached"
}
