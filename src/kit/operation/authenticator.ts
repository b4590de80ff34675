import type { Caller, Tenant } from "./context.ts"

/** What a request is authenticated by: the hash of a secret, and what kind of secret it is. */
export type Credential = { kind: "api-key"; hash: string }

/** Whose credential it is. Read from the database for each request, so that a deleted one stops working at once everywhere. */
export type Identity = {
  caller: Caller
  tenant: Tenant
  keylessWindowSeconds: number
  expiredAt?: Date | undefined
  /** When it was read, by the database's clock. */
  readAt: Date
}

/** Port: finds who owns a credential, or nobody. Each kind of credential has its own; app.ts connects them. */
export type Authenticator = (hash: string) => Promise<Identity | undefined>

let authenticators: Partial<Record<Credential["kind"], Authenticator>> = {}
export const useAuthenticators = (connected: Record<Credential["kind"], Authenticator>) => void (authenticators = connected)

export function authenticate({ kind, hash }: Credential): Promise<Identity | undefined> {
  const authenticator = authenticators[kind]
  if (!authenticator) throw new Error(`no authenticator is connected for ${kind}: import app.ts first`)
  return authenticator(hash)
}
