import type { Query } from "./db.ts"
import type { Permission, Role } from "./permissions.ts"
import type { Write } from "./writes.ts"

export type Caller = {
  user: string
  type: "person" | "api-key" | "system"
  email: string
  name: string
  role: Role
  permissions: ReadonlySet<Permission>
}

/** Through which door a request came, and from where: the audit log tells. */
export type Origin = {
  door: "rest" | "agent" | "job" | "command"
  /** The route, tool, job or command. */
  operation: string
  requestId: string
  address: string
  /** The program an agent speaks through. */
  client?: string
}

export type Tenant = {
  id: string
  name: string
  mode: "sandbox" | "live"
  timezone: string
  clockOffsetMs: number
  /** Its payment links are short by this and signed with this. */
  slug: string
  linkKey: string
  /** Somebody listens to its events. */
  hasWebhooks: boolean
}

/** What `run` gets: who asks, what time it is for them, a pen for writes, and ways to reach a row that it will decide on. */
export type Context = {
  caller: Caller
  tenant: Tenant
  origin: Origin
  /** The tenant's own clock: a sandbox may be ahead of the world. */
  now: Date
  write(writes: Write | Write[]): void
  /** A row nobody else may change until this request is done. */
  lock<Row>(query: Query): Promise<Row | undefined>
  /** A row to decide on and save: read while nobody contests it, locked while somebody does. */
  take<Row>(name: string, read: () => Promise<Row | undefined>, lock: Query): Promise<Row | undefined>
}
