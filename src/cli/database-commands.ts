import { createTenant as insertTenant } from "../platform/api-keys/create-tenant.ts"
import { testConnections } from "../money/gateway-connections/commands.ts"
import * as billing from "../platform/billing/commands.ts"
import { resetPerson } from "../platform/passwords/reset-person.ts"
import { createPerson } from "../platform/tenants/create-person.ts"
import { addressesAt } from "./connection.ts"
import { withDatabase } from "./database.ts"

export { backUpTo, restoreFrom } from "./backup.ts"
export { addCellNamed, checkCells, drainCellNamed, listCells } from "./cells.ts"
export { rotateCheckpointKey, rotateKeys } from "./keys.ts"
export { moveTenantTo } from "./tenants.ts"

type NewTenant = Parameters<typeof insertTenant>[0]
type NewUser = Omit<Parameters<typeof createPerson>[1], "name"> & { tenant: string; name?: string }

export const createTenant = (fields: NewTenant) =>
  withDatabase(async ({ BASE_URL }) => {
    const keys = await insertTenant(fields)
    console.error(describeMode(fields.mode))
    return { mode: fields.mode, ...addressesAt(BASE_URL), ...keys }
  })

/** Printed on stderr, next to the JSON. */
function describeMode(mode: NewTenant["mode"]): string {
  return mode === "sandbox"
    ? "Created a sandbox tenant: its banks and gateways are simulated, and it stays a sandbox. " +
        "For real money create another with --mode live."
    : "Created a live tenant, for real money. To try things out create another with --mode sandbox."
}

export const createUser = ({ tenant, email, role, name = email }: NewUser) =>
  withDatabase(() => createPerson(tenant, { email, role, name }))

export const resetUser = ({ tenant, email }: { tenant: string; email: string }) => withDatabase(() => resetPerson(tenant, email))

export const changePlan = (tenant: string, plan: string) => withDatabase(() => billing.changePlan(tenant, plan))

export const invoicesOf = (tenant: string) => withDatabase(async () => ({ invoices: await billing.invoicesOf(tenant) }))

export const testGateways = (options: Parameters<typeof testConnections>[0]) => withDatabase(() => testConnections(options))

export const settleInvoice = (invoice: string, status: "paid" | "void", reference: string | null) =>
  withDatabase(() => billing.settleInvoice(invoice, status, reference))
