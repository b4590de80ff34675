import type { Permission } from "../../kit/pure/permissions.ts"
import type { AssistantScope } from "./schema.ts"

/** How long an access token works. Then the client refreshes it. */
export const accessTokenSeconds = 600
/** An assistant that has not refreshed its tokens for this long has to be connected again. */
export const refreshTokenSeconds = 30 * 86_400
/**
 * A replaced refresh token still works for this long, because clients refresh from several processes at once and responses get lost. If it
 * is used later, it was stolen, and the whole connection ends.
 */
export const refreshGraceSeconds = 30
/** How long a replaced refresh token is remembered, so that its reuse is noticed. */
export const reuseWindowSeconds = 7 * 86_400

const readScope = "agent:read"
export const writeScope = "agent:write"
export const oauthScopes = [readScope, writeScope]

export const oauthScopesOf = (scope: AssistantScope): string[] => (scope === "draft" ? oauthScopes : [readScope])

/**
 * A client may ask for a token with fewer rights than its connection. No token has more rights. Each may read, because an assistant is
 * connected for that.
 */
export const scopeOfToken = (connected: AssistantScope, scopes: string | null): AssistantScope =>
  connected === "draft" && scopes?.split(" ").includes(writeScope) ? "draft" : "read"

/** The permissions of the tools that write. None of them moves money, decides, or changes what others may do. */
const drafting: readonly Permission[] = [
  "contacts.edit",
  "paymentIntents.edit",
  "partnerships.edit",
  "splits.edit",
  "subscriptions.edit",
  "refunds.edit",
]
const isReading = (permission: Permission) => permission.endsWith(".view") || permission === "billing.admin"

/** What an assistant may do: the permissions of its person, limited by its scope. */
export function assistantPermissions(held: ReadonlySet<Permission>, scope: AssistantScope): ReadonlySet<Permission> {
  return new Set([...held].filter(each => isReading(each) || (scope === "draft" && drafting.includes(each))))
}

/** The subject and the grant of a token name their tenant, so that no look-up has to search all tenants for them. */
export type TenantKey = { tenant: string; id: string }
export const tenantKey = ({ tenant, id }: TenantKey) => `${tenant}.${id}`

export function parseTenantKey(text: string): TenantKey | undefined {
  const [, tenant, id] = /^([0-9a-f]{24})\.([0-9a-f]{24})$/.exec(text) ?? []
  return tenant === undefined || id === undefined ? undefined : { tenant, id }
}

/**
 * A code, an access token or a refresh token: the tenant, so that its row is found in the tenant's cell, and 256 random bits. Those of
 * earlier versions have no tenant. All tenants of that time are at home.
 */
export const oauthTokenOf = (tenant: string, random: string) => `${tenant}.${random}`
export function parseOauthToken(token: string): { tenant: string } | undefined {
  const found = /^(?:([0-9a-f]{24})\.)?[\w-]{43}$/.exec(token)
  return found ? { tenant: found[1] ?? "" } : undefined
}

const isWeb = ({ protocol }: URL) => /^https?:$/.test(protocol)

/**
 * The part of a callback address that identifies its owner: the host, or the scheme of an app, because an app's address can contain any
 * host.
 */
export function redirectHostOf(address: string): string {
  const url = new URL(address)
  return isWeb(url) ? url.host : url.protocol.slice(0, -1)
}

/** Whether the callback is a program on the person's own computer. Any program there can pretend to be it. */
export function isLoopback(address: string): boolean {
  const url = new URL(address)
  return isWeb(url) && /^(localhost|127(\.\d+){3}|\[::1\])$/.test(url.hostname)
}
