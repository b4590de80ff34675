import { asSystem } from "../../kit/operation/system.ts"
import { generalProblem } from "../../kit/pure/errors.ts"
import { isId } from "../../kit/pure/id.ts"
import { findTenant } from "../../platform/tenants/find-store.ts"
import { findProvider } from "../gateways/registry.ts"
import { inspect, testedAs, trialOf } from "./connect.ts"
import { findTestable } from "./find-store.ts"
import { readConnection, readConnectionForUpdate, saveConnection } from "./store.ts"

/** What the operator of the installation does by commands. All of it is audited as done by the system. */

type TestedConnection = { gateway: string; name: string; account: string; status: string; problems: string[] }

/** Tests the connections of all tenants, of one, or a single one, as `POST /v1/gateway-connections/{id}/test` does. */
export async function testConnections({ tenant, connection }: { tenant?: string; connection?: string }): Promise<TestedConnection[]> {
  const owner = tenant === undefined ? undefined : await readTenantId(tenant)
  const found = await findTestable(owner, connection)
  if (connection !== undefined && found.length === 0)
    throw generalProblem("GEN-1004", { kind: "connected gateway connection", reference: connection })
  const tested: TestedConnection[] = []
  for (const { tenant_id, id } of found) tested.push(await testConnection(tenant_id, id))
  return tested
}

async function readTenantId(reference: string): Promise<string> {
  const found = await findTenant(isId(reference) ? { id: reference } : { slug: reference })
  if (!found) throw generalProblem("GEN-1004", { kind: "tenant", reference })
  return found.id
}

const operation = "gateways test"

async function testConnection(tenant: string, id: string): Promise<TestedConnection> {
  const row = await asSystem(tenant, operation, ctx => readConnection(ctx, id))
  const { gateway, name, account_name: account } = row
  if (!findProvider(gateway)) return { gateway, name, account, status: row.status, problems: [`${gateway} is not installed here`] }
  const trial = await inspect(await asSystem(tenant, operation, async ctx => trialOf(ctx, row)))
  const { status, last_check } = await asSystem(tenant, operation, async ctx => {
    const before = await readConnectionForUpdate(ctx, id)
    return saveConnection(ctx, before, testedAs(trial, before, ctx.now))
  })
  return { gateway, name, account, status, problems: last_check?.problems ?? [] }
}
