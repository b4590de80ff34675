// A person's browser without scripts, and an assistant that they connect with it.
import assert from "node:assert/strict"
import { createHash, randomBytes } from "node:crypto"
import { once } from "node:events"
import { createServer } from "node:http"
import type { AddressInfo } from "node:net"
import { after } from "node:test"
import type { Any } from "./harness.ts"

/** Nothing listens there: the browser stops before it requests this address. */
export const callback = "http://127.0.0.1:47631/callback"

type Page = { url: string; status: number; html: string; headers: Headers }
export type Person = { email: string; password: string; code?: () => string }
type Browser = ReturnType<typeof createBrowser>

/** Keeps cookies and follows redirects, up to an address of another origin. */
export function createBrowser() {
  const cookies = new Map<string, { pair: string; path: string }>()

  async function open(url: string, form?: Record<string, string>): Promise<Page> {
    const { origin } = new URL(url)
    let body: URLSearchParams | undefined = form && new URLSearchParams(form)
    for (let step = 0; step < 15; step++) {
      const cookie = cookiesFor(new URL(url).pathname)
      const headers = { accept: "text/html", cookie, ...(body && { origin }) }
      const response = await fetch(url, { redirect: "manual", headers, ...(body && { method: "POST", body }) })
      for (const line of response.headers.getSetCookie()) keep(line)
      const location = response.headers.get("location")
      const page = { url, status: response.status, html: await response.text(), headers: response.headers }
      if (location === null) return page
      url = new URL(location, url).href
      body = undefined
      if (new URL(url).origin !== origin) return { ...page, url, html: "" }
    }
    throw new Error(`more than 15 redirects, the last to ${url}`)
  }

  function keep(line: string) {
    const [pair = "", ...attributes] = line.split(";").map(part => part.trim())
    const path = attributes.find(attribute => /^path=/i.test(attribute))?.slice(5) ?? "/"
    const name = `${pair.slice(0, pair.indexOf("="))} ${path}`
    const isGone = attributes.some(attribute => /^max-age=0$|^expires=Thu, 01 Jan 1970/i.test(attribute))
    if (isGone) cookies.delete(name)
    else cookies.set(name, { pair, path })
  }
  const cookiesFor = (path: string) =>
    [...cookies.values()]
      .filter(cookie => path.startsWith(cookie.path))
      .map(({ pair }) => pair)
      .join("; ")

  return {
    open,
    cookiesFor,
    /** Sends the form of a page with its hidden fields and the given fields. */
    submit: (page: Page, fields: Record<string, string>) =>
      open(new URL(unescape(/<form[^>]*action="([^"]+)"/.exec(page.html)![1]!), page.url).href, { ...hiddenFields(page.html), ...fields }),
  }
}

const unescape = (text: string) => text.replaceAll(/&#(\d+);/g, (_, code: string) => String.fromCharCode(Number(code)))

const hiddenFields = (html: string) =>
  Object.fromEntries(
    [...html.matchAll(/<input type="hidden" name="([^"]+)" value="([^"]*)">/g)].map(([, name, value]) => [name!, unescape(value!)]),
  )

/** Signs a person in if the page asks for it, and returns the page that follows. */
export async function signIn(browser: Browser, page: Page, { email, password, code }: Person): Promise<Page> {
  if (!page.html.includes('name="password"')) return page
  const next = await browser.submit(page, { email, password })
  return next.html.includes('name="code"') ? browser.submit(next, { code: code!() }) : next
}

type Answer = { decision?: "allow" | "cancel"; access?: "read" | "draft" }
type Tokens = { access_token: string; refresh_token: string; expires_in: number; scope: string; token_type: string }

/** The client's own page, to which a real browser returns with the code. */
export async function startCallbackPage() {
  const arrivals: URL[] = []
  const page = createServer((request, response) => {
    arrivals.push(new URL(request.url!, "http://127.0.0.1"))
    response.writeHead(200, { "content-type": "text/html" }).end("<title>Connected</title>Back at the assistant")
  }).listen(0, "127.0.0.1")
  await once(page, "listening")
  after(() => page.close())
  const redirectUri = `http://127.0.0.1:${(page.address() as AddressInfo).port}/callback`
  return { redirectUri, lastArrival: () => arrivals.findLast(({ pathname }) => pathname === "/callback")!.searchParams }
}

/** An OAuth client that has registered itself. */
export async function registerAssistant(baseUrl: string, name = `Assistant ${randomBytes(4).toString("hex")}`, redirectUri = callback) {
  const registration = await fetch(`${baseUrl}/oauth/register`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ client_name: name, redirect_uris: [redirectUri], token_endpoint_auth_method: "none", scope: "agent:read" }),
  })
  const { client_id } = (await registration.json()) as { client_id: string }
  assert.equal(registration.status, 201)
  return createAssistant(baseUrl, client_id, name)
}

/** An OAuth client that people can connect. */
export function createAssistant(baseUrl: string, id: string, name: string) {
  const verifier = randomBytes(32).toString("base64url")
  const challenge = createHash("sha256").update(verifier).digest("base64url")
  const resource = `${baseUrl}/v1/mcp`

  /** The address to open in a browser; a parameter that is null is left out. */
  function request(parameters: Record<string, string | null> = {}): string {
    const pkce = { code_challenge: challenge, code_challenge_method: "S256" }
    const scope = "agent:read agent:write"
    const all = { response_type: "code", client_id: id, redirect_uri: callback, ...pkce, state: "state", resource, scope, ...parameters }
    const given = Object.entries(all).filter((entry): entry is [string, string] => entry[1] !== null)
    return `${baseUrl}/oauth/authorize?${new URLSearchParams(given).toString()}`
  }

  async function token(fields: Record<string, string>, at = baseUrl) {
    const response = await fetch(`${at}/oauth/token`, { method: "POST", body: new URLSearchParams({ client_id: id, resource, ...fields }) })
    return { status: response.status, headers: response.headers, body: (await response.json()) as Tokens & { error?: string } }
  }

  /** Lets a person answer, and returns the parameters that the client gets. */
  async function ask(person: Person, { decision = "allow", access = "draft" }: Answer = {}, browser = createBrowser()) {
    const consent = await signIn(browser, await browser.open(request()), person)
    const answer = await browser.submit(consent, { decision, access })
    assert.ok(answer.url.startsWith(callback), `${answer.status} ${answer.url} ${answer.html}`)
    return { consent, parameters: Object.fromEntries(new URL(answer.url).searchParams) as Record<string, string> }
  }

  const exchange = (code: string, fields: Record<string, string> = {}, at?: string) =>
    token({ grant_type: "authorization_code", code, code_verifier: verifier, redirect_uri: callback, ...fields }, at)

  return {
    id,
    name,
    request,
    ask,
    exchange,
    refresh: (refresh_token: string, fields: Record<string, string> = {}, at?: string) =>
      token({ grant_type: "refresh_token", refresh_token, ...fields }, at),
    async connect(person: Person, answer?: Answer): Promise<Tokens> {
      const { parameters } = await ask(person, answer)
      const { status, body } = await exchange(parameters["code"]!)
      assert.equal(status, 200, JSON.stringify(body))
      return body
    },
  }
}

/** One message to the tool server, and its response. */
export async function send(baseUrl: string, token: string, method: string, params: object = {}, headers: Record<string, string> = {}) {
  const response = await fetch(`${baseUrl}/v1/mcp`, {
    method: "POST",
    headers: {
      authorization: `Bearer ${token}`,
      accept: "application/json, text/event-stream",
      "content-type": "application/json",
      ...headers,
    },
    body: JSON.stringify({ jsonrpc: "2.0", id: 1, method, params }),
  })
  const text = await response.text()
  const data = /^data: (.+)$/m.exec(text)?.[1] ?? text
  return { status: response.status, headers: response.headers, body: JSON.parse(data) as Any }
}

export const toolNames = async (baseUrl: string, token: string): Promise<string[]> =>
  (await send(baseUrl, token, "tools/list")).body.result.tools.map(({ name }: Any) => name)

/** Calls a tool and returns its result or its error. */
export async function use(baseUrl: string, token: string, name: string, args: object = {}): Promise<{ result?: Any; error?: Any }> {
  const { body } = await send(baseUrl, token, "tools/call", { name, arguments: args })
  const { isError, content } = body.result
  return { [isError ? "error" : "result"]: JSON.parse(content[0].text) }
}
