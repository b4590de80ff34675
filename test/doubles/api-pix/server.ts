import { randomBytes } from "node:crypto"
import { createServer, type IncomingMessage, type RequestListener } from "node:http"
import { createServer as createSecureServer } from "node:https"
import type { AddressInfo } from "node:net"
import { after } from "node:test"
import { type Bank, createBank } from "./bank.ts"
import { Refusal } from "./shapes.ts"

/** The client's certificate is asked for, as every bank does. */
type Tls = { cert: string; key: string; clientCa: string }
type Client = { id: string; secret: string; scopes: string[] }

export const allScopes = ["cob.write", "cob.read", "pix.write", "pix.read", "webhook.write", "webhook.read"]

/**
 * A bank that receives Pix, from the central bank's description of its API. It keeps everything, refuses what the description does not
 * allow, and sends no message by itself: a test takes them from `bank.messages`.
 */
export async function startApiPix({ pixKey, clients, tls }: { pixKey: string; clients: Client[]; tls?: Tls }) {
  const bank = createBank(pixKey)
  const tokens = new Map<string, string[]>()
  const state = {
    isRevoked: false,
    tellsScopes: true,
    tokenForms: ["form"],
    refusesUnknownScopes: false,
    tokensGiven: 0,
    next: [] as number[],
  }
  const requests: { method: string; path: string; headers: IncomingMessage["headers"] }[] = []

  const listener: RequestListener = (incoming, response) => {
    void readBody(incoming).then(text => {
      const { method = "", url = "", headers } = incoming
      requests.push({ method, path: url, headers })
      const reply = answer(method, new URL(url, "http://bank"), headers, text)
      response.writeHead(reply.status, { "content-type": "application/json" }).end(reply.body && JSON.stringify(reply.body))
    })
  }

  function answer(method: string, { pathname }: URL, headers: IncomingMessage["headers"], text: string): Reply {
    try {
      const forced = state.next.shift()
      if (forced !== undefined) throw new Refusal(forced, "ServicoIndisponivel", "Serviço não está disponível no momento")
      if (pathname === "/oauth/token") return giveToken(method, headers, text)
      const scopes = tokens.get(headers.authorization?.replace(/^Bearer /, "") ?? "")
      if (!scopes || state.isRevoked) throw new Refusal(401, "NaoAutorizado", "O token não é válido")
      return route(bank, method, pathname, scopes, () => parseBody(headers, text))
    } catch (error) {
      if (error instanceof Refusal) return { status: error.status, body: error.body }
      return { status: 500, body: { title: String(error) } }
    }
  }

  function giveToken(method: string, headers: IncomingMessage["headers"], text: string): Reply {
    const isForm = headers["content-type"] === "application/x-www-form-urlencoded"
    const form = isForm ? new URLSearchParams(text) : new URLSearchParams(parseBody(headers, text) as Record<string, string>)
    if (method !== "POST" || form.get("grant_type") !== "client_credentials") return { status: 400, body: { error: "invalid_request" } }
    if (!state.tokenForms.includes(isForm ? "form" : "json")) return { status: 400, body: { error: "invalid_request" } }
    const basic = Buffer.from(headers.authorization?.replace(/^Basic /, "") ?? "", "base64").toString()
    const [id, secret = ""] = basic === "" ? [form.get("client_id"), form.get("client_secret") ?? ""] : basic.split(":")
    const client = clients.find(each => each.id === id && each.secret === secret)
    if (!client || state.isRevoked) return { status: 401, body: { error: "invalid_client", error_description: `unknown client ${id}` } }
    const asked = form.get("scope")?.split(" ") ?? client.scopes
    const granted = asked.filter(scope => client.scopes.includes(scope))
    if (granted.length === 0 || (state.refusesUnknownScopes && granted.length < asked.length))
      return { status: 400, body: { error: "invalid_scope" } }
    const access_token = randomBytes(16).toString("hex")
    tokens.set(access_token, granted)
    state.tokensGiven++
    return {
      status: 200,
      body: { access_token, token_type: "Bearer", expires_in: 300, ...(state.tellsScopes && { scope: granted.join(" ") }) },
    }
  }

  const server = tls
    ? createSecureServer({ cert: tls.cert, key: tls.key, ca: tls.clientCa, requestCert: true, rejectUnauthorized: true }, listener)
    : createServer(listener)
  await new Promise<void>(resolve => void server.listen(0, "127.0.0.1", resolve))
  after(() => {
    server.close()
    server.closeAllConnections()
  })
  const url = `${tls ? "https" : "http"}://127.0.0.1:${(server.address() as AddressInfo).port}`
  return { bank, state, url, requests, endTokens: () => tokens.clear() }
}

type Reply = { status: number; body?: object }

function route(bank: Bank, method: string, pathname: string, scopes: string[], body: () => unknown): Reply {
  const [, base, version, resource = "", ...names] = pathname.split("/").map(decodeURIComponent)
  if (base !== "api" || version !== "v2") throw new Refusal(404, "NaoEncontrado", "Entidade não encontrada")
  const [first = "", kind, second = ""] = names
  const need = (right: string) => {
    if (!scopes.includes(right)) throw new Refusal(403, "AcessoNegado", `O token não tem o escopo ${right}`)
  }
  need(`${resource}.${method === "GET" ? "read" : "write"}`)
  const name = `${method} ${resource}${kind === undefined ? "" : `/${kind}`}`
  if (name === "PUT cob") return { status: 201, body: bank.putCob(first, body()) }
  if (name === "PATCH cob") return { status: 200, body: bank.patchCob(first, body()) }
  if (name === "GET cob") return { status: 200, body: bank.getCob(first) }
  if (name === "GET pix") return { status: 200, body: bank.getPix(first) }
  if (name === "PUT pix/devolucao") return { status: 201, body: bank.putDevolucao(first, second, body()) }
  if (name === "GET pix/devolucao") return { status: 200, body: bank.getDevolucao(first, second) }
  if (name === "GET webhook") return { status: 200, body: bank.getWebhook(first) }
  if (name === "PUT webhook") bank.putWebhook(first, body())
  else if (name === "DELETE webhook") bank.deleteWebhook(first)
  else throw new Refusal(404, "NaoEncontrado", "Entidade não encontrada")
  return { status: method === "DELETE" ? 204 : 200 }
}

function parseBody(headers: IncomingMessage["headers"], text: string): unknown {
  if (headers["content-type"] !== "application/json") throw new Refusal(400, "RequisicaoInvalida", "O content-type não é application/json")
  try {
    return JSON.parse(text)
  } catch {
    throw new Refusal(400, "RequisicaoInvalida", "O corpo não é JSON")
  }
}

async function readBody(incoming: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = []
  for await (const chunk of incoming) chunks.push(chunk as Buffer)
  return Buffer.concat(chunks).toString("utf8")
}
