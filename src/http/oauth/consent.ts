import type { FastifyReply, FastifyRequest } from "fastify"
import type Provider from "oidc-provider"
import { errors, type Interaction } from "oidc-provider"
import { transact } from "../../kit/db/unit-of-work.ts"
import { isConfirmed } from "../../kit/operation/confirmation.ts"
import type { Operation } from "../../kit/operation/operation.ts"
import { perform } from "../../kit/operation/perform.ts"
import type { Identity } from "../../kit/operation/ports.ts"
import { generalProblem } from "../../kit/pure/errors.ts"
import { isSameSecret, keyedHashes } from "../../kit/service/crypto.ts"
import { connectAssistant } from "../../platform/assistants/connect.ts"
import { isLoopback, redirectHostOf, tenantKey, writeScope } from "../../platform/assistants/rules.ts"
import type { AssistantScope } from "../../platform/assistants/schema.ts"
import { endedSessionCookie, readSessionCookie } from "../../platform/sessions/cookie.ts"
import { endSession, readOwnSession } from "../../platform/sessions/store.ts"
import { pageHeaders, renderPage, type View } from "../docs/pages/shell.ts"
import { toProblem } from "../errors.ts"
import { readForm } from "../sign-in/form.ts"
import { signInPath } from "../sign-in/next.ts"
import { findSignedIn } from "../sign-in/signed-in.ts"
import { consentPage, expiredPage } from "./pages.ts"
import { connectPath } from "./paths.ts"
import { clientName } from "./registration.ts"

/** What a client asks a person for. */
type AuthorizationRequest = { uid: string; redirectUri: string; client: { id: string; name: string }; scope: AssistantScope }
type Handler = (asked: AuthorizationRequest, person: Identity) => Promise<FastifyReply> | FastifyReply

/** The page on which a person decides about an assistant. */
export const showConsent = (provider: Provider, request: FastifyRequest, reply: FastifyReply) =>
  withRequest(provider, request, reply, (asked, person) => sendConsent(reply, asked, person))

/** What the person has decided. */
export const decide = (provider: Provider, confirm: Operation, request: FastifyRequest, reply: FastifyReply) =>
  withRequest(provider, request, reply, (asked, person) => takeDecision({ provider, confirm, request, reply }, asked, person))

/** Finds the authorization request by the browser's own cookie, and the person. A visitor who is not signed in is sent to sign in first. */
async function withRequest(provider: Provider, request: FastifyRequest, reply: FastifyReply, handle: Handler) {
  const asked = await findRequest(provider, request, reply)
  if (!asked) return send(reply.code(400), expiredPage)
  const person = await findSignedIn(request)
  return person ? handle(asked, person) : reply.redirect(signInPath(connectPath(asked.uid)), 303)
}

async function findRequest(provider: Provider, request: FastifyRequest, reply: FastifyReply): Promise<AuthorizationRequest | undefined> {
  const interaction = await provider.interactionDetails(request.raw, reply.raw).catch(undefinedIfOver)
  const { uid } = request.params as { uid: string }
  if (interaction?.uid !== uid) return undefined
  const { client_id: id, redirect_uri: redirectUri, scope } = interaction.params as Record<string, string>
  const client = id === undefined ? undefined : await provider.Client.find(id)
  if (!client || id === undefined || redirectUri === undefined) return undefined
  const name = clientName(client.clientName, redirectUri)
  return { uid, redirectUri, client: { id, name }, scope: scope?.split(" ").includes(writeScope) ? "draft" : "read" }
}

function undefinedIfOver(error: unknown): Interaction | undefined {
  if (error instanceof errors.SessionNotFound) return undefined
  throw error
}

type Refusal = { alert: string; chosen: AssistantScope }

function sendConsent(reply: FastifyReply, { uid, client, redirectUri, scope }: AuthorizationRequest, person: Identity, refusal?: Refusal) {
  const { caller, tenant } = person
  const page = consentPage({
    action: connectPath(uid),
    token: tokensFor(uid, caller.user)[0],
    client: client.name,
    publisher: URL.canParse(client.id) ? new URL(client.id).host : undefined,
    redirectHost: redirectHostOf(redirectUri),
    isLoopback: isLoopback(redirectUri),
    email: caller.email,
    tenant: tenant.name,
    scope,
    chosen: refusal?.chosen ?? scope,
    asksForPassword: !isConfirmed(person, "recent"),
    alert: refusal?.alert,
  })
  return send(reply, page, redirectUri)
}

/** Binds the form to this request and this person, so that no other page can send it for them. */
const tokensFor = (uid: string, user: string) => keyedHashes(`consent ${uid} ${user}`)

const isTokenFor = (uid: string, user: string, token: string) => tokensFor(uid, user).some(expected => isSameSecret(expected, token))

type Decision = { provider: Provider; confirm: Operation; request: FastifyRequest; reply: FastifyReply }

async function takeDecision(decision: Decision, asked: AuthorizationRequest, person: Identity): Promise<FastifyReply> {
  const { provider, request, reply } = decision
  const field = readForm(request)
  const { caller, tenant } = person
  const isSamePerson = isTokenFor(asked.uid, caller.user, field("token")) // another one may have signed in meanwhile
  if (!isSamePerson) return sendConsent(reply, asked, person)
  const finish = async (result: Parameters<Provider["interactionResult"]>[2]) =>
    reply.redirect(await provider.interactionResult(request.raw, reply.raw, result, { mergeWithLastSubmission: false }), 303)
  if (field("decision") === "switch") return switchAccount(request, reply, asked, person)
  if (field("decision") !== "allow") return finish({ error: "access_denied", error_description: "The person has declined" })
  const scope = asked.scope === "draft" && field("access") === "draft" ? "draft" : "read"
  const alert = isConfirmed(person, "recent") ? undefined : await confirmPerson(decision, person, field("password"))
  if (alert !== undefined) return sendConsent(reply, asked, person, { alert, chosen: scope })
  const { id } = await connectAssistant(person, { ...asked, request: asked.uid, scope }, originOf(request))
  return finish({
    login: { accountId: tenantKey({ tenant: tenant.id, id: caller.user }), remember: false },
    consent: { grantId: tenantKey({ tenant: tenant.id, id }) },
  })
}

/**
 * Whoever finds an open browser must not connect an assistant, so an old session asks for the password, as `AUT-1009` does elsewhere.
 * Returns what is wrong. The new token of the session is sent with whatever the answer is.
 */
async function confirmPerson({ confirm, request, reply }: Decision, person: Identity, password: string): Promise<string | undefined> {
  const credential = readSessionCookie(request.headers.cookie)
  try {
    if (!credential) throw generalProblem("AUT-1005")
    if (password === "") throw generalProblem("AUT-1006")
    const { headers = {} } = await perform(confirm, {
      credential,
      identity: person,
      tenant: person.tenant.id,
      idempotencyKey: undefined,
      origin: originOf(request),
      dryRun: false,
      input: () => ({ fields: { password: password.slice(0, 1000) }, query: [] }),
      render: JSON.stringify,
    })
    reply.headers(headers)
    return undefined
  } catch (error) {
    const { code, status, message, retryAfterSeconds } = toProblem(error, request.id)
    if (status >= 500) throw error
    if (retryAfterSeconds !== undefined) reply.header("retry-after", String(retryAfterSeconds))
    reply.code(status)
    if (password === "") return "Nothing was connected yet: type your password to allow it."
    return code === "AUT-1006" ? "The password is wrong. Nothing was connected." : `${message}.`
  }
}

/** For a person who is signed in as somebody else, or to another business, than the assistant is for. */
async function switchAccount(request: FastifyRequest, reply: FastifyReply, { uid }: AuthorizationRequest, { caller, tenant }: Identity) {
  const scope = { caller, tenant, origin: originOf(request), name: request.id }
  await transact(scope, async ctx => endSession(ctx, await readOwnSession(ctx, "current")))
  return reply.header("set-cookie", endedSessionCookie()).redirect(signInPath(connectPath(uid)), 303)
}

const originOf = ({ id, ip }: FastifyRequest) => ({
  channel: "dashboard" as const,
  operation: "POST /oauth/connect",
  requestId: id,
  address: ip,
})

function send(reply: FastifyReply, view: View, redirectUri?: string) {
  const policy = pageHeaders["content-security-policy"].replace("form-action 'none'", `form-action ${formTargets(redirectUri)}`)
  // Without a referrer, browsers would name no origin either, and `assertOwnOrigin` would refuse the form.
  return reply.headers({ ...pageHeaders, "content-security-policy": policy, "referrer-policy": "same-origin" }).send(renderPage(view))
}

/**
 * The form is sent to us, and the browser then follows to the client's own address, which Chromium counts as a target of the form. The
 * client chose that address, and a host may contain what ends a directive; a policy has no way to escape it, so then any host is allowed.
 */
function formTargets(redirectUri: string | undefined): string {
  if (redirectUri === undefined) return "'none'"
  const { protocol, host, origin } = new URL(redirectUri)
  const isNamed = /^https?:$/.test(protocol) && /^[a-z0-9.-]+(:\d+)?$/.test(host) // neither can a policy name an IPv6 address
  return `'self' ${isNamed ? origin : protocol}`
}
