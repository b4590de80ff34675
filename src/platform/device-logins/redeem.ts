import { databaseClock } from "../../kit/db/database-clock.ts"
import type { Visitor } from "../../kit/operation/operation.ts"
import { dayMs } from "../../kit/pure/calendar.ts"
import { missingPermission, permissionsOf } from "../../kit/pure/permissions.ts"
import { sha256 } from "../../kit/service/crypto.ts"
import { networkOf, rateLimit } from "../../kit/service/rate-limit.ts"
import { insertApiKey } from "../api-keys/store.ts"
import { asPerson } from "../sessions/sign-in.ts"
import { findMember } from "../tenants/memberships-store.ts"
import { findTenant } from "../tenants/find-store.ts"
import { resolveRole } from "../tenants/role-store.ts"
import { readUserForUpdate } from "../tenants/store.ts"
import { deviceLoginProblem } from "./errors.ts"
import { keyNameOf, lifetimeMinutes } from "./rules.ts"
import { type Answer, notePoll, takeApproved } from "./store.ts"

/** Of its own, so that machines that wait do not keep people of the same office from signing in. */
const polls = rateLimit("device logins", 300)

const nothing = { apiKey: null, tenant: null, role: null, keyExpiresAt: null }

/**
 * What a machine is answered. The login ends before the key is made, so that two questions at once never get two keys; if the key can't be
 * made, the machine has to start again.
 */
export async function poll(deviceCode: string, visitor: Visitor) {
  await polls.consume(networkOf(visitor.origin.address))
  const hash = sha256(deviceCode)
  const seen = await notePoll(hash)
  if (!seen) throw over()
  const { status, interval_s, too_soon } = seen
  if (status === "denied") throw deviceLoginProblem("DVL-1001")
  if (too_soon) return { status: "slow-down" as const, intervalSeconds: interval_s, ...nothing }
  if (status === "waiting") return { status, intervalSeconds: interval_s, ...nothing }
  const approved = await takeApproved(hash)
  if (!approved) throw over()
  return { status, intervalSeconds: interval_s, ...(await createKey(approved, visitor)) }
}

const over = () => deviceLoginProblem("DVL-1002", { minutes: lifetimeMinutes })

/** The key is the work of the person who allowed it, whose rights are checked again: a minute may have passed. */
async function createKey({ tenant, user, epoch, role, days, machine }: Answer & { machine: string }, { origin }: Visitor) {
  const [member, found] = await Promise.all([findMember(tenant, user), findTenant({ id: tenant })])
  if (!member || !found || member.epoch !== epoch) throw deviceLoginProblem("DVL-1004")
  const expiresAt = databaseClock.now(days * dayMs)
  return asPerson(member, { ...origin, channel: "rest" }, async ctx => {
    const person = await readUserForUpdate(ctx, user)
    const held = permissionsOf(person)
    const holder = await resolveRole(ctx, role)
    if (!person.active || !held.has("apiKeys.edit") || missingPermission(held, holder)) throw deviceLoginProblem("DVL-1004")
    const { key } = insertApiKey(ctx, { name: keyNameOf(machine), ...holder, expiresAt })
    const { id: _id, name, mode } = found
    return { apiKey: key, tenant: { _id, name, mode }, role, keyExpiresAt: expiresAt.toISOString() }
  })
}
