import { makeList, type Page } from "./list.ts"
import type { Options } from "./options.ts"
import type { Api, Resources } from "./printed/api.ts"
import { routes } from "./printed/routes.ts"
import { readData, send as sendRequest, type SendOptions, type Transport } from "./transport.ts"

type Route = keyof Api
export type Input<R extends Route> = Api[R]["input"]
export type Output<R extends Route> = Api[R]["output"]

export type ClientOptions = {
  /** The address of the service, such as https://pay.example.com. */
  baseUrl: string
  apiKey: string
  /** The _id of the tenant that the key belongs to. */
  tenant: string
  /** How often a request is sent again after a temporary failure. */
  maxRetries?: number
  /** How long to wait for one response. */
  timeoutMs?: number
  fetch?: typeof fetch
}

/** The path parameters of routes that are called by their name. */
type RouteOptions = Options & { path?: Readonly<Record<string, string>>; accept?: string }

export type Client = Resources & {
  /** Calls an operation by its route: `request("POST /v1/contacts/create", { email })`. */
  request<R extends Route>(route: R, input: Input<R>, options?: RouteOptions): Promise<Output<R>>
  /** The response itself, for files: `send("GET /v1/journal", { … }, { accept: "text/csv" })`. */
  send<R extends Route>(route: R, input: Input<R>, options?: RouteOptions): Promise<Response>
}

/** The client of one tenant. Its methods are plain functions, which can be passed around. */
export function createClient({ baseUrl, apiKey, tenant, maxRetries = 3, timeoutMs = 30_000, ...rest }: ClientOptions): Client {
  const transport: Transport = {
    baseUrl: baseUrl.replace(/\/+$/, ""),
    headers: { authorization: `ApiKey ${apiKey}`, "x-tenant-id": tenant },
    maxRetries,
    timeoutMs,
    fetch: rest.fetch ?? ((input, init) => fetch(input, init)),
  }
  const send = (route: string, input: object = {}, options: RouteOptions = {}) =>
    sendRequest(transport, route, input, sendOptionsOf(route, options), async response => response)
  const request = (route: string, input: object = {}, options: RouteOptions = {}) =>
    sendRequest(transport, route, input, sendOptionsOf(route, options), readData)
  const client: Tree = {}
  for (const [id, route] of Object.entries(routes)) addMethod(client, id.split("."), methodOf(route, { send, request }))
  return Object.assign(client, { send, request }) as unknown as Client
}

type Send = (route: string, input?: object, options?: RouteOptions) => Promise<unknown>
type Method = (...args: unknown[]) => unknown
type Tree = { [name: string]: Tree | Method }

/** The method of a route. Its path parameters come first, then the input, then the options. */
function methodOf(route: string, { send, request }: Record<"send" | "request", Send>): Method {
  const [kind = "", path = ""] = route.split(" ")
  const full = `${kind === "POST" ? "POST" : "GET"} /v1/${path}`
  const names = [...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name!)
  return (...args) => {
    const values = names.map((name, i) => [name, pathValue(args[i], name, full)])
    const [input = {}, options] = args.slice(names.length) as [object?, Options?]
    const all = { ...options, path: Object.fromEntries(values) as Record<string, string> }
    if (kind === "LIST") return makeList(input, query => request(full, query, all) as Promise<Page>)
    return (kind === "FILE" ? send : request)(full, input, all)
  }
}

/** An empty reference would name another route, such as the list instead of one object. */
function pathValue(value: unknown, name: string, route: string): string {
  if (typeof value !== "string" || value === "") throw new TypeError(`${route} needs ${name} as text, and it is ${JSON.stringify(value)}`)
  return value
}

/** A name may be both a method and a group: `users.delegations(…)` and `users.delegations.delete(…)`. */
function addMethod(tree: Tree, [name = "", ...rest]: string[], method: Method) {
  const existing = tree[name]
  if (rest.length === 0) tree[name] = existing ? Object.assign(method, existing) : method
  else addMethod((tree[name] ??= {}) as Tree, rest, method)
}

function sendOptionsOf(route: string, { idempotencyKey, dryRun, ifMatch, accept, ...rest }: RouteOptions): SendOptions {
  const headers = {
    ...(dryRun && { "dry-run": "true" }),
    ...(ifMatch !== undefined && { "if-match": String(ifMatch) }),
    ...(accept !== undefined && { accept }),
  }
  return { ...rest, headers, idempotencyKey: route.startsWith("GET ") ? undefined : (idempotencyKey ?? newKey()) }
}

/** Works on plain http too, where browsers have no crypto.randomUUID. */
const newKey = () => Array.from(crypto.getRandomValues(new Uint8Array(16)), byte => byte.toString(16).padStart(2, "0")).join("")
