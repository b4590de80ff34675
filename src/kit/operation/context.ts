import type { Query } from "../db/query.ts"
import type { Write } from "../db/statements.ts"
import type { MailSettings } from "../pure/mail-settings.ts"
import type { Permission, Role } from "../pure/permissions.ts"

export type Caller = {
  user: string
  /** A contact and a partner act through their portals; `user` is then their own id. */
  type: (typeof actorTypes)[number]
  email: string
  name: string
  role: Role
  permissions: ReadonlySet<Permission>
  /** The session that a person calls with; API keys, agents and the service itself have none. */
  session?: CallerSession
  /** The session of a contact or a partner in their portal. */
  portalSession?: string
  /** When the e-mail that they sign in with was last changed, by the tenant's clock. */
  emailChangedAt?: Date | null
}

export const actorTypes = ["person", "api-key", "system", "contact", "partner"] as const

/**
 * `hash` is that of the token that was sent, `epoch` that of the person's account when the session began; `confirmedAt` is when they last
 * proved who they are.
 */
export type CallerSession = { id: string; hash: string; epoch: number; confirmedAt: Date }

export const channels = ["rest", "agent", "dashboard", "portal", "page", "system", "gateway"] as const
export type Channel = (typeof channels)[number]

/** Through which channel a request came, and from where, for the audit log. */
export type Origin = {
  channel: Channel
  /** The route, tool, job or command. */
  operation: string
  requestId: string
  address: string
  /** The name of an agent's client program. */
  client?: string
}

export type Tenant = {
  id: string
  name: string
  mode: "sandbox" | "live"
  timezone: string
  clockOffsetMs: number
  /** Short payment links begin with it. */
  slug: string
  /** Signs payment links. */
  linkKey: string
  /** Whether any webhook endpoint exists. */
  hasWebhooks: boolean
  /** Which mails go to its payers and partners by themselves. */
  mails: MailSettings
}

/** What `run` gets: the caller, the time, and ways to read rows it decides on and to collect writes. */
export type Context = {
  caller: Caller
  tenant: Tenant
  origin: Origin
  /** The tenant's clock: a sandbox may be ahead of the real time. */
  now: Date
  write(writes: Write | Write[]): void
  /** Locks a row until the end of the unit of work. */
  lock<Row>(query: Query): Promise<Row | undefined>
  /** Reads a row that will be saved: without a lock as long as there are no conflicts on it, locked while there are. */
  readForUpdate<Row>(name: string, read: () => Promise<Row | undefined>, lockingQuery: Query): Promise<Row | undefined>
}
