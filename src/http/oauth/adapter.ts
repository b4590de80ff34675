import { type Adapter, type AdapterPayload, errors } from "oidc-provider"
import { databaseClock } from "../../kit/db/database-clock.ts"
import { asSystem } from "../../kit/operation/system.ts"
import { sha256 } from "../../kit/service/crypto.ts"
import { deleteRecord, findRecord, type RecordModel, saveRecord } from "../../platform/assistants/oauth-record-store.ts"
import {
  oauthScopes,
  oauthScopesOf,
  parseOauthToken,
  parseTenantKey,
  refreshTokenSeconds,
  tenantKey,
} from "../../platform/assistants/rules.ts"
import { endAssistantById, findConnected } from "../../platform/assistants/store.ts"
import { consumeToken, deleteToken, findToken, saveToken, type TokenKind } from "../../platform/assistants/token-store.ts"
import { resourceId } from "../mcp/resource.ts"

const tokenKinds: Record<string, TokenKind> = { AccessToken: "access", RefreshToken: "refresh", AuthorizationCode: "code" }
/** A client that registered itself and that nobody has connected is forgotten. */
const unusedClientSeconds = 24 * 3600

/** Where the authorization server keeps what it calls a model. Each process reads the database, so that any of them can go on. */
export function adapterFor(model: string): Adapter {
  const kind = tokenKinds[model]
  if (kind) return { ...nothing, ...tokensAs(kind) }
  if (model === "Grant") return { ...nothing, ...grants }
  if (model === "Client" || model === "Interaction" || model === "ReplayDetection") return { ...nothing, ...recordsAs(model) }
  return nothing
}

/** The server's own sessions are not kept: whoever connects an assistant is asked each time, as the person who is signed in then. */
const nothing: Adapter = {
  upsert: async () => {},
  find: async () => undefined,
  findByUid: async () => undefined,
  findByUserCode: async () => undefined,
  consume: async () => {},
  destroy: async () => {},
  revokeByGrantId: async () => {}, // the grant is destroyed too, and its tokens end with it
}

/** Only the hash of a token is stored. */
const tokensAs = (kind: TokenKind): Partial<Adapter> => ({
  async upsert(id, stored, expiresInSeconds = 0) {
    const payload = asStored(stored)
    const assistant = parseTenantKey(payload.grantId ?? "")
    if (!assistant) throw new Error("a token must belong to an assistant")
    await saveToken({ kind, hash: sha256(id), assistant, payload, expiresInSeconds })
  },
  async find(id) {
    const stored = await findToken(kind, keyOf(id))
    return stored && { ...asFound(stored.payload), jti: id, ...(stored.isConsumed && { consumed: true }) }
  },
  /** Two that replace one refresh token at once both go on, within its grace; of two that exchange one code, the second is refused. */
  async consume(id) {
    if (!(await consumeToken(kind, keyOf(id))) && kind === "code") throw new errors.InvalidGrant("authorization code already consumed")
  },
  destroy: id => deleteToken(kind, keyOf(id)),
})

const keyOf = (token: string) => ({ tenant: parseOauthToken(token)?.tenant ?? "", hash: sha256(token) })

/** Without its id: that of a token is the token itself. The library reckons by this process's clock, and others have their own. */
function asStored(payload: AdapterPayload): AdapterPayload {
  const { jti: _, ...rest } = payload
  return expiringLater(rest, databaseClock.now().getTime() - Date.now())
}
const asFound = (payload: AdapterPayload) => expiringLater(payload, Date.now() - databaseClock.now().getTime())

const expiringLater = (payload: AdapterPayload, ms: number): AdapterPayload =>
  payload.exp === undefined ? payload : { ...payload, exp: payload.exp + Math.round(ms / 1000) }

/** A grant is a connected assistant: it is made by the person's consent, and everything the server needs of it follows from its row. */
const grants: Partial<Adapter> = {
  async find(id): Promise<AdapterPayload | undefined> {
    const key = parseTenantKey(id)
    const row = key && (await findConnected(key))
    if (!row) return undefined
    const granted = oauthScopesOf(row.scope).join(" ")
    const rejected = oauthScopes.filter(scope => !oauthScopesOf(row.scope).includes(scope)).join(" ")
    const iat = Math.floor(row.connected_at.getTime() / 1000)
    return {
      jti: id,
      kind: "Grant",
      iat,
      exp: Math.floor(Date.now() / 1000) + refreshTokenSeconds,
      accountId: tenantKey({ tenant: row.tenant_id, id: row.user_id }),
      clientId: row.client_id,
      openid: { scope: `${granted} offline_access` },
      resources: { [resourceId()]: granted },
      rejected: { openid: { scope: rejected }, resources: { [resourceId()]: rejected } },
    }
  },
  async destroy(id) {
    const key = parseTenantKey(id)
    if (!key) return
    const reason = "its client signed out, or used a code or a refresh token twice"
    await asSystem(key.tenant, "end an assistant", ctx => endAssistantById(ctx, key.id, "revoked", reason), "agent")
  },
}

/** Ids are secrets of a browser, so they are hashed; those of clients are public. */
const recordsAs = (model: RecordModel): Partial<Adapter> => {
  const nameOf = (id: string) => (model === "Client" ? id : sha256(id))
  return {
    upsert: (id, payload, expiresInSeconds = unusedClientSeconds) => saveRecord(model, nameOf(id), asStored(payload), expiresInSeconds),
    async find(id) {
      const payload = await findRecord(model, nameOf(id))
      return payload && { ...asFound(payload), ...(model !== "Client" && { jti: id }) }
    },
    destroy: id => deleteRecord(model, nameOf(id)),
  }
}
