import { randomUUID } from "node:crypto"
import type { Context } from "../db/context.ts"
import { transact } from "../db/unit-of-work.ts"
import { leaseDeadline } from "../jobs/lease.ts"
import { simulatedTime } from "../jobs/simulated-time.ts"
import type { Channel, Tenant } from "../pure/caller.ts"
import { generalProblem } from "../pure/errors.ts"
import { permissions } from "../pure/permissions.ts"
import { findTenant } from "./ports.ts"

export const system: Context["caller"] = {
  user: "system",
  type: "system",
  email: "system@countersign.invalid",
  name: "Countersign",
  role: "super-admin",
  permissions: new Set(permissions),
}

/** Runs the service's own work for a tenant (jobs, sweeps, commands). It is committed and audited like a request. */
export async function asSystem<T>(
  tenant: string,
  operation: string,
  work: (ctx: Context) => Promise<T>,
  channel: Channel = "system",
): Promise<T> {
  const requestId = randomUUID()
  const origin = { channel, operation, requestId, address: "local" }
  const scope = {
    caller: system,
    tenant: await readTenant(tenant),
    origin,
    name: requestId,
    deadline: leaseDeadline(),
    at: simulatedTime(),
  }
  return transact(scope, work)
}

async function readTenant(id: string): Promise<Tenant> {
  const tenant = await findTenant({ id })
  if (!tenant) throw generalProblem("GEN-1004", { kind: "tenant", reference: id })
  return tenant
}
