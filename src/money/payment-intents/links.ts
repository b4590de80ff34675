import { createHmac, hash } from "node:crypto"
import type { Tenant } from "../../kit/pure/caller.ts"
import { formatNumber } from "../../kit/pure/format-number.ts"
import { config } from "../../kit/service/config.ts"
import { isSameSecret } from "../../kit/service/crypto.ts"

/**
 * A payment link names its tenant and intent, and has a signature with the tenant's own key. So it needs no row, can't be guessed, and is
 * valid as long as its intent exists. The long link names the ids, the short one the tenant's slug and the intent's number.
 */
export function linksOf(tenant: Pick<Tenant, "id" | "slug" | "linkKey">, { id, number }: { id: string; number: string }) {
  // One HMAC (2 µs) for both links, because every rendered intent has them. Each uses its own bytes, so neither reveals the other.
  const signature = createHmac("sha256", tenant.linkKey).update(`payment link ${id} ${number}`).digest("hex")
  return withSignature(tenant, { id, number }, signature)
}

/** The links as earlier versions signed them, because payers still have such links in their mails. */
export function earlierLinksOf(tenant: Pick<Tenant, "id" | "slug" | "linkKey">, { id, number }: { id: string; number: string }) {
  return withSignature(tenant, { id, number }, hash("sha256", `${tenant.linkKey} ${id} ${number} ${tenant.linkKey}`))
}

function withSignature(tenant: Pick<Tenant, "id" | "slug">, { id, number }: { id: string; number: string }, signature: string) {
  const bytes = Buffer.from(tenant.id + id + signature, "hex") // 12, 12 and 32 bytes
  const named = `${tenant.slug}.${Number(number.slice(3)).toString(36)}`
  return {
    long: `${config.BASE_URL}/pay/${bytes.toString("base64url", 0, 40)}`,
    short: `${config.BASE_URL}/p/${named}.${bytes.toString("base64url", 40, 48)}`,
  }
}

/** The ids in the token of a long link. Its signature is not checked yet. */
export function parseToken(token: string): { tenant: string; id: string } | undefined {
  const bytes = Buffer.from(token, "base64url")
  if (bytes.length !== 40 || bytes.toString("base64url") !== token) return undefined
  return { tenant: bytes.toString("hex", 0, 12), id: bytes.toString("hex", 12, 24) }
}

/** The slug and the number in the code of a short link. Its signature is not checked yet. */
export function parseCode(code: string): { slug: string; number: string } | undefined {
  const [, slug, number] = /^([a-z0-9]{6})\.([0-9a-z]{1,11})\.[\w-]{11}$/.exec(code) ?? []
  return slug && number ? { slug, number: formatNumber("PI", parseInt(number, 36)) } : undefined
}

/** Whether a link ends with this token or code. */
export const isTokenOf = (link: string, token: string) => isSameSecret(link.slice(link.lastIndexOf("/") + 1), token)
