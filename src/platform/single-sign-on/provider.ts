import * as oauth from "oauth4webapi"
import { config } from "../../kit/service/config.ts"
import { log } from "../../kit/service/log.ts"
import { request } from "../../kit/service/outbound-http.ts"
import { ssoProblem } from "./errors.ts"
import { callbackPath } from "./rules.ts"

type Provider = { issuer: string; clientId: string; clientSecret: string }

/** What belongs to one sign-in, and is kept in the browser meanwhile. */
type Secrets = { state: string; nonce: string; verifier: string }

/** A tenant names the address, so it is called like that of a webhook: public addresses only, no redirects, little time, few bytes. */
async function guardedFetch(url: string, { method, headers, body }: oauth.CustomFetchOptions<string, unknown>): Promise<Response> {
  const reply = await request({
    method: method === "POST" ? "POST" : "GET",
    url,
    headers: { ...headers, "user-agent": "Countersign" },
    ...(body instanceof URLSearchParams && { body: String(body) }),
    timeoutMs: 10_000,
    maxReplyBytes: 512 * 1024,
    allowPrivate: config.WEBHOOKS_ALLOW_PRIVATE,
  })
  const type = reply.headers["content-type"]
  const isEmpty = reply.status === 204 || reply.status === 304
  return new Response(isEmpty ? null : reply.body, { status: reply.status, headers: type ? { "content-type": type } : {} })
}

/** Without https only where private addresses are allowed, which is for development. */
const options = () => ({ [oauth.customFetch]: guardedFetch, [oauth.allowInsecureRequests]: config.WEBHOOKS_ALLOW_PRIVATE })

/** The provider's own configuration, which must be that of this issuer. */
export async function discover(issuer: string): Promise<oauth.AuthorizationServer> {
  try {
    const url = new URL(issuer)
    const server = await oauth.processDiscoveryResponse(url, await oauth.discoveryRequest(url, options()))
    if (!server.authorization_endpoint || !server.token_endpoint || !server.jwks_uri) throw new Error("its configuration lacks an address")
    const protocol = new URL(server.authorization_endpoint).protocol
    if (protocol !== "https:" && !(protocol === "http:" && config.WEBHOOKS_ALLOW_PRIVATE)) throw new Error("its pages are not on https")
    return server
  } catch (error) {
    log.info({ error }, "a provider of single sign-on could not be read")
    throw ssoProblem("SSO-1002", { issuer, reason: error instanceof Error ? error.message : "no answer" })
  }
}

const redirectUri = () => config.BASE_URL + callbackPath

/** The provider's page for a person, and the secrets of this sign-in. */
export async function authorizationUrl({ issuer, clientId }: Omit<Provider, "clientSecret">): Promise<{ url: string; secrets: Secrets }> {
  const server = await discover(issuer)
  const secrets = {
    state: oauth.generateRandomState(),
    nonce: oauth.generateRandomNonce(),
    verifier: oauth.generateRandomCodeVerifier(),
  }
  const url = new URL(server.authorization_endpoint!)
  const parameters = {
    response_type: "code",
    client_id: clientId,
    redirect_uri: redirectUri(),
    scope: "openid email profile",
    state: secrets.state,
    nonce: secrets.nonce,
    code_challenge: await oauth.calculatePKCECodeChallenge(secrets.verifier),
    code_challenge_method: "S256",
  }
  for (const [name, value] of Object.entries(parameters)) url.searchParams.set(name, value)
  return { url: url.href, secrets }
}

/** What the provider says about the person, in an ID token that it has signed for us and for this sign-in. */
export async function redeemCode(provider: Provider, answer: URLSearchParams, secrets: Secrets): Promise<oauth.IDToken> {
  const { issuer, clientId, clientSecret } = provider
  const server = await discover(issuer)
  try {
    const client = { client_id: clientId }
    const parameters = oauth.validateAuthResponse(server, client, answer, secrets.state)
    const takesPost = server.token_endpoint_auth_methods_supported?.includes("client_secret_basic") === false
    const proof = takesPost ? oauth.ClientSecretPost(clientSecret) : oauth.ClientSecretBasic(clientSecret)
    const response = await oauth.authorizationCodeGrantRequest(
      server,
      client,
      proof,
      parameters,
      redirectUri(),
      secrets.verifier,
      options(),
    )
    const expected = { expectedNonce: secrets.nonce, requireIdToken: true }
    const tokens = await oauth.processAuthorizationCodeResponse(server, client, response, expected)
    await oauth.validateApplicationLevelSignature(server, response, options())
    const claims = oauth.getValidatedIdTokenClaims(tokens)
    if (!claims) throw new Error("there is no ID token")
    return claims
  } catch (error) {
    log.info({ error }, "an answer of a provider of single sign-on was not accepted")
    throw ssoProblem("SSO-1003")
  }
}
