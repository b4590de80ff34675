import { createHash } from "node:crypto"
import { z } from "zod"
import { databaseClock } from "../../../kit/db/database-clock.ts"
import { config } from "../../../kit/service/config.ts"
import { CredentialsRejected } from "../provider.ts"
import { callOrLose } from "../provider-calls.ts"
import type { ProviderReply } from "../provider-http.ts"
import type { PixAccount } from "./account.ts"

/** What the adapter does, as the central bank names the rights for it. */
export const neededScopes = ["cob.write", "cob.read", "pix.write", "pix.read", "webhook.write"]
/** Only to see whether the webhook is still ours before it is removed. */
const optionalScope = "webhook.read"

/** `at` is the time by the bank's clock. */
export type BankReply = { status: number; body: unknown; at: Date }
type BankCall = { method: "GET" | "PUT" | "PATCH" | "DELETE"; path: string; body?: object; headers?: Readonly<Record<string, string>> }

/** Calls the bank with a token, and with a new one where the first is no longer valid. Throws `CredentialsRejected` for 401 and 403. */
export async function callBank(account: PixAccount, call: BankCall): Promise<BankReply> {
  const first = await send(account, call, await tokenOf(account))
  const reply = first.status === 401 ? await send(account, call, await renewToken(account)) : first
  if (reply.status === 401 || reply.status === 403) throw new CredentialsRejected(wordsOf(account, reply))
  return { status: reply.status, body: reply.body, at: clockOf(reply) }
}

function send(account: PixAccount, { method, path, body, headers }: BankCall, token: string): Promise<ProviderReply> {
  const { baseUrl, bank, appKey, clientId } = account
  const query = bank?.appKeyParameter && appKey !== "" ? `?${bank.appKeyParameter}=${encodeURIComponent(appKey)}` : ""
  return callOrLose({
    method,
    url: `${baseUrl}${path}${query}`,
    headers: {
      accept: "application/json",
      authorization: `Bearer ${token}`,
      ...(body && { "content-type": "application/json" }),
      ...(bank?.clientIdHeader && { [bank.clientIdHeader]: clientId }),
      ...headers,
    },
    ...(body && { body: JSON.stringify(body) }),
    ...connectionOf(account),
  })
}

const connectionOf = ({ tls }: PixAccount) => ({ allowPrivate: config.WEBHOOKS_ALLOW_PRIVATE, ...(tls && { tls }) })

/** The bank's clock decides whether a charge has expired. */
function clockOf({ headers: { date } }: ProviderReply): Date {
  const told = new Date(typeof date === "string" ? date : NaN)
  return Number.isNaN(told.getTime()) ? databaseClock.now() : told
}

const Token = z.object({ access_token: z.string().min(1), expires_in: z.coerce.number().default(300), scope: z.string().optional() })
type Token = z.output<typeof Token>

/** Tokens of connections, each until shortly before it ends. A bank blocks who asks for a token with each call. */
const tokens = new Map<string, { token: Promise<Token>; untilMs: number }>()
const [maxTokens, marginMs] = [1_000, 30_000]

async function tokenOf(account: PixAccount): Promise<string> {
  const existing = tokens.get(nameOf(account))
  if (existing && existing.untilMs > performance.now()) return (await existing.token).access_token
  return renewToken(account)
}

async function renewToken(account: PixAccount): Promise<string> {
  const name = nameOf(account)
  const entry = { token: requestToken(account), untilMs: Infinity } // those who wait for the first one share it
  if (tokens.size >= maxTokens) tokens.clear()
  tokens.set(name, entry)
  try {
    const { access_token, expires_in } = await entry.token
    entry.untilMs = performance.now() + expires_in * 1000 - marginMs
    return access_token
  } catch (error) {
    if (tokens.get(name) === entry) tokens.delete(name)
    throw error
  }
}

/** Changed credentials are another name, so they never get a token of the old ones. */
const nameOf = ({ tokenUrl, clientId, clientSecret, tls }: PixAccount) =>
  createHash("sha256")
    .update(JSON.stringify([tokenUrl, clientId, clientSecret, tls?.cert]))
    .digest("base64url")

/** Throws `CredentialsRejected` where the bank gives none. */
export const requestToken = (account: PixAccount): Promise<Token> =>
  requestScopes(account, [...neededScopes, optionalScope]).catch((error: unknown) => {
    if (isScopeRefusal(error)) return requestScopes(account, neededScopes)
    throw error
  })

export async function requestScopes(account: PixAccount, scopes: readonly string[]): Promise<Token> {
  const { tokenUrl, bank } = account
  const fields = tokenFields(account, scopes)
  const isJson = bank?.tokenAs === "json"
  const reply = await callOrLose({
    method: "POST",
    url: tokenUrl,
    headers: {
      accept: "application/json",
      "content-type": isJson ? "application/json" : "application/x-www-form-urlencoded",
      ...(isBasic(account) && { authorization: `Basic ${basicOf(account)}` }),
    },
    body: isJson ? JSON.stringify(fields) : new URLSearchParams(fields).toString(),
    ...connectionOf(account),
  }).catch(refuseToken)
  if (reply.status >= 400) throw new CredentialsRejected(wordsOf(account, reply))
  const token = Token.safeParse(reply.body)
  if (!token.success) throw new CredentialsRejected("The address for tokens answers, but gives no token")
  return token.data
}

function tokenFields(account: PixAccount, scopes: readonly string[]): Record<string, string> {
  const { clientId, clientSecret, bank } = account
  return {
    grant_type: "client_credentials",
    ...(!isBasic(account) && { client_id: clientId }),
    ...(bank?.tokenBy === "form" && { client_secret: clientSecret }),
    ...(!bank?.givesAllScopes && { scope: scopes.join(" ") }),
  }
}

/** The way that every server of OAuth 2 must know. */
const isBasic = ({ bank }: PixAccount) => (bank?.tokenBy ?? "basic") === "basic"
const basicOf = ({ clientId, clientSecret }: PixAccount) => Buffer.from(`${clientId}:${clientSecret}`).toString("base64")

function refuseToken(error: unknown): never {
  if (isCertificateRefused(error)) throw new CredentialsRejected("The bank does not accept the certificate")
  throw error
}

/** The bank ended the handshake with an alert. */
function isCertificateRefused(error: unknown): boolean {
  if (!(error instanceof Error)) return false
  return ("code" in error && /^ERR_SSL_.*ALERT/.test(String(error.code))) || isCertificateRefused(error.cause)
}

/** A problem of the central bank's form, one of OAuth, or one of Banco do Brasil's own. */
const Refusal = z.object({
  title: z.string().optional(),
  detail: z.string().optional(),
  violacoes: z.array(z.object({ razao: z.string().optional(), propriedade: z.string().optional() })).optional(),
  error: z.string().optional(),
  error_description: z.string().optional(),
  mensagem: z.string().optional(),
  message: z.string().optional(),
  erros: z.array(z.object({ mensagem: z.string().optional() })).optional(),
})

/** Why the bank refuses, in its own words, without what is secret. */
export function wordsOf({ secrets }: PixAccount, { status, body }: Pick<ProviderReply, "status" | "body">): string {
  const refusal = Refusal.safeParse(body).data ?? {}
  const { title, detail, violacoes = [], error, error_description, mensagem, message, erros = [] } = refusal
  const reasons = violacoes.map(({ razao, propriedade }) => razao ?? propriedade)
  const words = [title ?? error, detail ?? error_description, mensagem ?? message, ...erros.map(each => each.mensagem), ...reasons]
  const text = words.filter(word => word !== undefined && word !== "").join(": ") || `the bank answered ${status}`
  return secrets.reduce((all, secret) => all.replaceAll(secret, "…"), text).slice(0, 400)
}

/** Whether the bank refuses some of the scopes. */
export const isScopeRefusal = (error: unknown) => error instanceof CredentialsRejected && /invalid_scope/.test(error.message)
