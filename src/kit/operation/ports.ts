import type { Caller, Tenant } from "../pure/caller.ts"
import type { Permission } from "../pure/permissions.ts"
import type { Operation } from "./operation.ts"

/** What authenticates a request: the hash of a secret, and the kind of secret. */
export type Credential =
  /** An API key of an earlier version names no tenant, and then `tenant` is empty: such keys are at home. */
  | { kind: "api-key"; tenant: string; hash: string }
  /** The cookie of a session names its tenant, so that its row is found by the tenant's key. */
  | { kind: "session"; tenant: string; hash: string }
  /** The access token of an assistant. It names its tenant, too. */
  | { kind: "assistant"; tenant: string; hash: string }
  /** A payment link. Its signature is checked by the payment page, before anything else. */
  | { kind: "payment-link"; tenant: string; hash: string }
  /** The cookie of a contact or a partner in their portal. */
  | { kind: "portal"; tenant: string; hash: string }

/** The owner of a credential. Read from the database for each request, so that a deleted credential stops working at once everywhere. */
export type Identity = {
  caller: Caller
  tenant: Tenant
  keylessWindowSeconds: number
  expiredAt?: Date | undefined
  /**
   * The assistant that acts for the caller. Its id stays the same when its tokens change. `client` is the program that the person has
   * connected. `personMay` is what the person may do without it.
   */
  assistant?: { id: string; client: string; personMay: ReadonlySet<Permission> } | undefined
  /** When it was read, by the database's clock. */
  readAt: Date
}

/** Port: finds who owns a credential, or nobody. Each kind of credential has its own; app.ts connects them. */
export type Authenticator<K extends Credential["kind"]> = (credential: Extract<Credential, { kind: K }>) => Promise<Identity | undefined>
type Authenticators = { [K in Credential["kind"]]: Authenticator<K> }

let authenticators: Partial<Authenticators> = {}
export const connectAuthenticators = (connected: Authenticators) => void (authenticators = connected)

export function authenticate<K extends Credential["kind"]>(credential: Extract<Credential, { kind: K }>): Promise<Identity | undefined> {
  const authenticator: Authenticator<K> | undefined = authenticators[credential.kind as K]
  if (!authenticator) throw new Error(`no authenticator is connected for ${credential.kind}: import app.ts first`)
  return authenticator(credential)
}

/** Port: finds a tenant by its id. The tenants implement it, app.ts connects it. */
type FindTenant = (by: { id: string }) => Promise<Tenant | undefined>

export let findTenant: FindTenant = () => {
  throw new Error("no look-up of tenants is connected: import app.ts first")
}
export const connectTenants = (implementation: FindTenant) => void (findTenant = implementation)

/** Port: every operation of the application, because a later slice may add an action to a resource, such as a user's `delegate`. */
export let allOperations: readonly Operation[] = []
export const connectActions = (operations: readonly Operation[]) => void (allOperations = operations)
