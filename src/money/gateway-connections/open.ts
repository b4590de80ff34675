import type { Tenant } from "../../kit/pure/caller.ts"
import { findTenant } from "../../platform/tenants/find-store.ts"
import type { Gateway, Method } from "../gateways/gateway.ts"
import { CredentialsRejected, type ConnectedGateway, type OpenConnection, type Provider } from "../gateways/provider.ts"
import { findProvider, installedGateway } from "../gateways/registry.ts"
import { GatewayNotInstalled, withTimeout } from "../gateways/call.ts"
import { noteRejected } from "./failing.ts"
import type { OfferedMethod } from "./schema.ts"
import { openCredentials, openEventSecrets } from "./secrets.ts"
import { type ConnectionRow, eventsUrlOf, readConnection } from "./store.ts"

/** What went through a gateway: the simulator, or a provider by a connection of the tenant. */
type AtGateway = { tenant_id: string; gateway: string | null; connection_id: string | null }

/**
 * Calls the gateway that something went through. It fails where the gateway does not respond in time. Where the provider refuses the
 * credentials, the connection charges no more until a person has looked at it.
 */
export async function callGatewayOf<T>(object: AtGateway, call: (gateway: Gateway) => Promise<T>): Promise<T> {
  const { tenant_id, gateway, connection_id } = object
  if (connection_id === null) return withTimeout(call(installedGateway(gateway)))
  return callConnection(await readOpened(tenant_id, connection_id), call)
}

/** The same for what only a connection can do. */
export async function callConnection<T>(row: Opened, call: (gateway: ConnectedGateway) => Promise<T>): Promise<T> {
  try {
    return await withTimeout(call(gatewayOf(row, row.tenant)))
  } catch (error) {
    if (error instanceof CredentialsRejected) await noteRejected(row, error.message)
    throw error
  }
}

export type Opened = ConnectionRow & { tenant: Pick<Tenant, "id" | "mode"> }

export async function readOpened(tenantId: string, id: string): Promise<Opened> {
  const tenant = await findTenant({ id: tenantId })
  if (!tenant) throw new Error(`tenant ${tenantId} does not exist`)
  return { ...(await readConnection({ tenant }, id)), tenant }
}

/** The provider as this connection: its secrets are open in it. */
export const gatewayOf = (row: ConnectionRow, tenant: Pick<Tenant, "mode">): ConnectedGateway =>
  openProvider(
    {
      ...row,
      account: { id: row.account_id, name: row.account_name, country: row.account_country },
      credentials: openCredentials(row, row.credentials),
      eventSecrets: openEventSecrets(row, row.event_secrets),
    },
    tenant,
  )

type Opening = Pick<ConnectionRow, "tenant_id" | "id" | "gateway"> &
  Pick<OpenConnection, "account" | "credentials"> & { eventSecrets?: readonly string[]; methods?: readonly OfferedMethod[] }

/** The provider as one account. A connection that is not saved yet has no secrets for messages, and offers all methods. */
export function openProvider(connection: Opening, { mode }: Pick<Tenant, "mode">): ConnectedGateway {
  const { tenant_id, id, gateway, account, credentials, eventSecrets = [], methods } = connection
  const provider = installedProvider(gateway)
  return provider.open({
    tenant: tenant_id,
    id,
    mode,
    account,
    credentials,
    eventSecrets,
    eventsUrl: eventsUrlOf({ gateway, id }),
    methods: methods ? chosenOf(provider.methods, methods) : provider.methods,
  })
}

const chosenOf = (offered: readonly Method[], chosen: readonly OfferedMethod[]): Method[] =>
  chosen.flatMap(({ method, currencies, enabled }) => {
    const found = offered.find(each => each.method === method)
    return found && enabled ? [{ ...found, currencies }] : []
  })

export function installedProvider(id: string): Provider {
  const provider = findProvider(id)
  if (!provider) throw new GatewayNotInstalled(`the provider ${id} is not installed`)
  return provider
}
