import { randomUUID } from "node:crypto"
import type { Context, Tenant } from "./context.ts"
import { permissions } from "./permissions.ts"
import { findTenant } from "./tenant.ts"
import { transact } from "./transact.ts"

export const system: Context["caller"] = {
  user: "system",
  type: "system",
  email: "system@countersign.invalid",
  name: "Countersign",
  role: "super-admin",
  permissions: new Set(permissions),
}

/** The house's own work for a tenant: jobs, sweeps and commands. It commits like a request and is audited like one. */
export async function asSystem<T>(
  tenant: string,
  operation: string,
  work: (ctx: Context) => Promise<T>,
  door: "job" | "command" = "job",
): Promise<T> {
  const requestId = randomUUID()
  const origin = { door, operation, requestId, address: "local" }
  return transact({ caller: system, tenant: await readTenant(tenant), origin, name: requestId }, work)
}

async function readTenant(id: string): Promise<Tenant> {
  const tenant = await findTenant({ id })
  if (!tenant) throw new Error(`there is no tenant ${id}`)
  return tenant
}
