import type { MailSettings } from "./mail-settings.ts"
import type { Permission } from "./permissions.ts"

export type Caller = {
  user: string
  /** A contact and a partner act through their portals; `user` is then their own id. */
  type: (typeof actorTypes)[number]
  email: string
  name: string
  /** A built-in role by its name, or one of the tenant's own by its id. */
  role: string
  permissions: ReadonlySet<Permission>
  /** The session that a person calls with; API keys, agents and the service itself have none. */
  session?: CallerSession
  /** The session of a contact or a partner in their portal. */
  portalSession?: string
  /** From when on they can do nothing else before they have set up a second factor, which their tenant requires. */
  secondFactorDueAt?: Date
  /** When the e-mail that they sign in with was last changed, by the tenant's clock. */
  emailChangedAt?: Date | null
}

export const actorTypes = ["person", "api-key", "system", "contact", "partner"] as const

/**
 * `hash` is the hash of the sent token. `epoch` is the epoch of the person's account when the session began. `confirmedAt` is when the
 * person last proved their identity. `hasSecondFactor`: they proved a second factor in it that is not the code of their account.
 */
export type CallerSession = { id: string; hash: string; epoch: number; confirmedAt: Date; hasSecondFactor: boolean }

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
  /** The browser of a payer, which is part of the proof that the payer has signed something. */
  userAgent?: string
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
  /** Which mails its payers and partners get automatically. */
  mails: MailSettings
}
