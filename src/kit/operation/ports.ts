import type { Tenant } from "../pure/caller.ts"

/** Port: finds a tenant by its id. The tenants implement it, app.ts connects it. */
type FindTenant = (by: { id: string }) => Promise<Tenant | undefined>

export let findTenant: FindTenant = () => {
  throw new Error("no look-up of tenants is connected: import app.ts first")
}
export const connectTenants = (implementation: FindTenant) => void (findTenant = implementation)
