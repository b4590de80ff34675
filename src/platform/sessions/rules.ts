import { dayMs, hourMs } from "../../kit/pure/calendar.ts"

/** A session ends overnight if nobody uses it, otherwise after a week. Sensitive operations ask for a confirmation in between. */
export const idleMs = 12 * hourMs
export const lifetimeMs = 7 * dayMs

/** The value of the cookie, or a link's token: the tenant, by which its row is looked up, and 256 random bits. */
export const tokenOf = (tenant: string, random: string) => `${tenant}.${random}`
export function parseToken(token: string): { tenant: string } | undefined {
  const [, tenant] = /^([0-9a-f]{24})\.[\w-]{43}$/.exec(token) ?? []
  return tenant === undefined ? undefined : { tenant }
}
