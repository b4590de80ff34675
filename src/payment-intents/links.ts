import { hash, timingSafeEqual } from "node:crypto"
import { config } from "../kit/config.ts"
import type { Tenant } from "../kit/context.ts"

/**
 * A payment link carries what it names and a signature with the tenant's own key: it needs no row, can't be guessed, and
 * lives as long as its payment intent. The long one names the ids, the short one the tenant's slug and the intent's number.
 */
export function linksOf(tenant: Pick<Tenant, "id" | "slug" | "linkKey">, { id, number }: { id: string; number: string }) {
  // One for both, each with bytes of its own. Every shown intent needs it, and the key on both sides takes a sixth of an HMAC's time.
  const mac = hash("sha256", `${tenant.linkKey} ${id} ${number} ${tenant.linkKey}`)
  const bytes = Buffer.from(tenant.id + id + mac, "hex") // 12, 12 and 32 of them
  const place = `${tenant.slug}.${Number(number.slice(3)).toString(36)}`
  return {
    long: `${config.BASE_URL}/pay/${bytes.toString("base64url", 0, 40)}`,
    short: `${config.BASE_URL}/p/${place}.${bytes.toString("base64url", 40, 48)}`,
  }
}

/** What a long link's token names, not yet believed. */
export function readToken(token: string): { tenant: string; id: string } | undefined {
  const bytes = Buffer.from(token, "base64url")
  if (bytes.length !== 40 || bytes.toString("base64url") !== token) return undefined
  return { tenant: bytes.toString("hex", 0, 12), id: bytes.toString("hex", 12, 24) }
}

/** What a short link's code names, not yet believed. */
export function readCode(code: string): { slug: string; number: string } | undefined {
  const [, slug, number] = /^([a-z0-9]{6})\.([0-9a-z]{1,11})\.[\w-]{11}$/.exec(code) ?? []
  return slug && number ? { slug, number: numberOf(parseInt(number, 36)) } : undefined
}

/** The link is ours when we would print the same. */
export function isSame(link: string, token: string): boolean {
  const ours = Buffer.from(link.slice(link.lastIndexOf("/") + 1))
  const theirs = Buffer.from(token)
  return ours.length === theirs.length && timingSafeEqual(ours, theirs)
}

/** PI-000123 */
export const numberOf = (number: number) => `PI-${String(number).padStart(6, "0")}`
