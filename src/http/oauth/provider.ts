import Provider, { errors, type KoaContextWithOIDC } from "oidc-provider"
import { isStorable, storableRule } from "../../kit/pure/input.ts"
import { keyedHashes } from "../../kit/service/crypto.ts"
import { log } from "../../kit/service/log.ts"
import { networkOf, rateLimit } from "../../kit/service/rate-limit.ts"
import { accessTokenSeconds, oauthScopes, oauthTokenOf, parseTenantKey, refreshTokenSeconds } from "../../platform/assistants/rules.ts"
import { loadSigningKey } from "../../platform/assistants/signing-key-store.ts"
import { pageHeaders, renderPage } from "../docs/pages/shell.ts"
import { issuer, resourceId } from "../mcp/resource.ts"
import { adapterFor } from "./adapter.ts"
import { fetchDocument } from "./client-documents.ts"
import { refusedPage } from "./pages.ts"
import { connectPath, metadataPath, oauthPaths } from "./paths.ts"
import { refuseUnconnectedClients } from "./unconnected-clients.ts"

/** How long a person may take to sign in and to consent. */
const interactionSeconds = 15 * 60
/** Documents of clients fetched in a minute: for one network, which must not use up what others need, and in all. */
const documentLimits = { network: rateLimit("client documents of a network", 30), all: rateLimit("client documents", 600) }

/** The authorization server for the agent tools: OAuth 2.1 with PKCE, for public clients. Only this folder uses oidc-provider. */
export async function createProvider(): Promise<Provider> {
  const cookie = { httpOnly: true, sameSite: "lax", signed: true } as const
  const provider = new Provider(issuer(), {
    adapter: adapterFor,
    jwks: { keys: [await loadSigningKey()] },
    fetch: fetchDocument,
    scopes: [...oauthScopes, "offline_access"],
    claims: {},
    responseTypes: ["code"],
    clientAuthMethods: ["none", "private_key_jwt"],
    clientDefaults: {
      application_type: "native", // allows loopback ports and the schemes of apps, and https as well
      grant_types: ["authorization_code", "refresh_token"],
      response_types: ["code"],
      token_endpoint_auth_method: "none",
      id_token_signed_response_alg: "ES256",
    },
    enabledJWA: { idTokenSigningAlgValues: ["ES256"] },
    pkce: { required: () => true },
    routes: oauthPaths,
    features,
    interactions: { url: (_ctx, { uid }) => connectPath(uid) },
    cookies: {
      keys: keyedHashes("oauth cookies"),
      names: { session: sessionCookie, interaction: "oauth_interaction", resume: "oauth_resume" },
      long: cookie,
      short: cookie,
    },
    ttl: {
      AccessToken: accessTokenSeconds,
      AuthorizationCode: 60,
      RefreshToken: refreshTokenSeconds,
      Grant: refreshTokenSeconds,
      Interaction: interactionSeconds,
      Session: interactionSeconds,
    },
    issueRefreshToken: (_ctx, client) => client.grantTypeAllowed("refresh_token"), // also where offline_access was not requested
    rotateRefreshToken: () => true,
    revokeGrantPolicy: () => true,
    expiresWithSession: () => false,
    clientBasedCORS: () => true,
    findAccount: (_ctx, accountId) => ({ accountId, claims: () => ({ sub: accountId }) }), // the grant says whether it may act
    renderError: (ctx, { error, error_description: description }) => sendRefusal(ctx, `${error}${description ? `: ${description}` : ""}`),
  })
  provider.proxy = true // routes.ts sets the headers that this reads, from BASE_URL
  provider.silent = true
  provider.on("server_error", (_ctx, error) => log.error({ error }, "the authorization server failed"))
  provider.use(refuseUnstorable)
  provider.use(answerByQuery)
  provider.use(dropSessionCookie)
  refuseUnconnectedClients(provider)
  for (const model of [provider.AccessToken, provider.AuthorizationCode, provider.RefreshToken]) nameTenant(model)
  return provider
}

/** What a token has that the types of the library leave out. */
type TokenModel = { prototype: { grantId?: string; generateTokenId(): string } }

/** Puts the tenant of its grant in front of each new token. */
function nameTenant(model: unknown) {
  const { prototype } = model as TokenModel
  const { generateTokenId } = prototype
  prototype.generateTokenId = function () {
    const assistant = parseTenantKey(this.grantId ?? "")
    if (!assistant) throw new Error("a token must belong to an assistant")
    return oauthTokenOf(assistant.tenant, generateTokenId.call(this))
  }
}

const features = {
  devInteractions: { enabled: false },
  userinfo: { enabled: false },
  rpInitiatedLogout: { enabled: false },
  pushedAuthorizationRequests: { enabled: false },
  dPoP: { enabled: false },
  revocation: {
    enabled: true,
    allowedPolicy: (_ctx: unknown, client: { clientId: string }, token: { clientId?: string | undefined }) =>
      token.clientId === client.clientId,
  },
  registration: { enabled: true, initialAccessToken: false, issueRegistrationAccessToken: false },
  clientIdMetadataDocument: { enabled: true, ack: "draft-02", allowFetch: isAdmitted },
  resourceIndicators: {
    enabled: true,
    defaultResource: () => resourceId(),
    useGrantedResource: () => true,
    getResourceServerInfo(_ctx: unknown, resource: string) {
      if (resource !== resourceId()) throw new errors.InvalidTarget()
      return {
        scope: oauthScopes.join(" "),
        audience: resourceId(),
        accessTokenFormat: "opaque" as const,
        accessTokenTTL: accessTokenSeconds,
      }
    },
  },
}

/** Our own page has no context of the server; it asks for the client of a request that was admitted. */
async function isAdmitted(ctx: Pick<KoaContextWithOIDC, "ip"> | undefined): Promise<boolean> {
  try {
    if (ctx) await documentLimits.network.consume(networkOf(ctx.ip))
    await documentLimits.all.consume("all")
    return true
  } catch {
    return false
  }
}

type PageContext = Pick<KoaContextWithOIDC, "set" | "body">

function sendRefusal(ctx: PageContext, reason: string) {
  ctx.set(pageHeaders)
  ctx.body = renderPage(refusedPage(reason))
}

/** An authorization request is stored with its parameters before anybody has signed in. */
async function refuseUnstorable(ctx: KoaContextWithOIDC, next: () => Promise<void>) {
  const values = Object.values(ctx.query).flat()
  if (values.every((value = "") => isStorable(value))) return next()
  ctx.status = 400
  sendRefusal(ctx, `invalid_request: a parameter ${storableRule}`)
}

/** Clients get their answers in the query alone: the page of `form_post` needs a script, and ours run none. */
async function answerByQuery(ctx: KoaContextWithOIDC, next: () => Promise<void>) {
  const { response_mode: mode = "query", ...query } = ctx.query
  if (mode !== "query") ctx.query = { ...query, response_mode: "unsupported" } // the library can't be told to refuse one that it knows
  await next()
  if (ctx.path === metadataPath) ctx.body = { ...(ctx.body as object), response_modes_supported: ["query"] }
}

const sessionCookie = "oauth_session"

/** The server keeps no sessions of its own, so the browser gets no cookie for one. */
async function dropSessionCookie({ response }: KoaContextWithOIDC, next: () => Promise<void>) {
  await next()
  const cookies = [response.get("set-cookie") ?? []].flat().filter(cookie => !cookie.startsWith(sessionCookie))
  if (cookies.length > 0) response.set("set-cookie", cookies)
  else response.remove("set-cookie")
}
