import { dayMs, hourMs } from "../../kit/pure/calendar.ts"

/** A session that nobody uses ends overnight; one that is used ends after a week. What is sensitive needs a confirmation in between. */
export const idleMs = 12 * hourMs
export const lifetimeMs = 7 * dayMs

/** The cookie's value, or a link's token: the tenant, so that its row is found by the tenant's key, and 256 random bits. */
export const tokenOf = (tenant: string, random: string) => `${tenant}.${random}`
export function parseToken(token: string): { tenant: string } | undefined {
  const [, tenant] = /^([0-9a-f]{24})\.[\w-]{43}$/.exec(token) ?? []
  return tenant === undefined ? undefined : { tenant }
}
