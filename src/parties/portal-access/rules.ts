import { hourMs } from "../../kit/pure/calendar.ts"
import type { Permission } from "../../kit/pure/permissions.ts"
import type { Audience } from "./schema.ts"

const minuteMs = 60_000

/** Short, because anybody who reads the mail can use the link. */
export const linkLifetimeMs = 15 * minuteMs
export const sessionLifetimeMs = 12 * hourMs

/** How many links of one party work at the same time. Further requests send none, silently, so that nobody can flood a mailbox. */
export const maxOpenLinks = 5

/** A form that is sent twice within this time, as by a double tap, signs in both times. */
const repeatMs = minuteMs

export const portalPaths: Record<Audience, `/${string}`> = { contact: "/portal", partner: "/partners" }

/** The permissions of each audience for its own objects. The portal also checks that an object is theirs. */
export const portalPermissions: Record<Audience, ReadonlySet<Permission>> = {
  contact: new Set<Permission>([
    "contacts.view",
    "contacts.edit",
    "paymentIntents.view",
    "transactions.view",
    "orders.view",
    "orders.edit",
    "authorizations.view",
    "authorizations.edit",
    "subscriptions.view",
    "subscriptions.edit",
  ]),
  partner: new Set<Permission>(["partnerships.view", "splits.view"]),
}

type Link = { used_by: string | null; used_at: Date | null; expires_at: Date }

/** Whether a link still signs in: it works once, and again for the same form that used it. */
export function isUsable({ used_by, used_at, expires_at }: Link, form: string | undefined, now: Date): boolean {
  if (expires_at <= now) return false
  if (used_by === null || used_at === null) return true
  return used_by === form && now.getTime() - used_at.getTime() <= repeatMs
}
