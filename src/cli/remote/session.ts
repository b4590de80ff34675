import { readFileSync } from "node:fs"
import { join } from "node:path"
import { type Client, createClient } from "../../../sdk/src/client.ts"
import { makeList, type Page } from "../../../sdk/src/list.ts"
import { readData, send, type Transport } from "../../../sdk/src/transport.ts"
import { parseApiKey } from "../../platform/api-keys/key.ts"
import { signedOut, wrongUsage } from "./exit-codes.ts"
import { type Profile, readProfiles } from "./profiles.ts"
import type { Terminal } from "./terminal.ts"

export type Request = {
  path?: Readonly<Record<string, string>>
  idempotencyKey?: string
  headers?: Readonly<Record<string, string>>
  /** How long a file may take (default: a minute). */
  timeoutMs?: number
}

/** One service, and the credential for it. */
export type Session = {
  profile: Profile
  /** Where the credential is from, for people. */
  source: string
  /** The operations by their names, for commands that know which ones they need. */
  client: Client
  call(route: string, input?: object, request?: Request): Promise<unknown>
  /** The response itself, for files. */
  fetch(route: string, input: object, request: Request): Promise<Response>
  rows(route: string, input: object, request: Request): AsyncIterable<unknown>
}

export function openSession(terminal: Terminal, name: string | undefined): Session {
  const { profile, source } = findCredential(terminal, name)
  const transport: Transport = {
    baseUrl: profile.url,
    headers: { authorization: `ApiKey ${profile.apiKey}`, "x-tenant-id": profile.tenant },
    maxRetries: 3,
    timeoutMs: 60_000,
    fetch: (input, init) => fetch(input, init),
  }
  const call = (route: string, input: object = {}, request: Request = {}) => send(transport, route, input, request, readData)
  return {
    profile,
    source,
    client: createClient({ baseUrl: profile.url, apiKey: profile.apiKey, tenant: profile.tenant, timeoutMs: 60_000 }),
    call,
    fetch: (route, input, { timeoutMs = transport.timeoutMs, ...request }) =>
      send({ ...transport, timeoutMs }, route, input, request, async response => response),
    rows: (route, input, request) => makeList<RowPage>(input, query => call(route, query, request) as Promise<RowPage>),
  }
}
type RowPage = Page & { data: readonly unknown[] }

type Found = { profile: Profile; source: string }

/** `--as` wins, then the environment, then the profile in use, then the sandbox that runs on this machine. */
function findCredential(terminal: Terminal, name: string | undefined): Found {
  const stored = readProfiles(terminal)
  if (name !== undefined) return named(stored.profiles, name)
  const fromEnvironment = findInEnvironment(terminal.env)
  if (fromEnvironment) return fromEnvironment
  const chosen = terminal.env["COUNTERSIGN_PROFILE"] || stored.current
  if (chosen) return named(stored.profiles, chosen)
  const local = findLocalSandbox(terminal.env)
  if (local) return local
  throw signedOut(
    "You are not signed in, so nothing was sent. Run `countersign login --url https://…`, or set COUNTERSIGN_URL and COUNTERSIGN_API_KEY.",
  )
}

function named(profiles: Record<string, Profile>, name: string): Found {
  const profile = Object.hasOwn(profiles, name) ? profiles[name] : undefined
  if (profile) return { profile, source: `profile ${name}` }
  const known = Object.keys(profiles)
  const others = known.length > 0 ? `Use ${known.join(" or ")}. ` : ""
  throw signedOut(`There is no profile ${name}. ${others}Make it with \`countersign login --profile ${name}\`.`)
}

function findInEnvironment(env: Terminal["env"]): Found | undefined {
  const { COUNTERSIGN_API_KEY: apiKey, COUNTERSIGN_URL: url, COUNTERSIGN_TENANT: tenant } = env
  if (!apiKey && !url) return undefined
  if (!apiKey || !url)
    throw signedOut(
      `COUNTERSIGN_${apiKey ? "URL" : "API_KEY"} is missing, so nothing was sent. ` +
        "Set both or neither: a key is sent only to the address that it was given with.",
    )
  return { profile: profileOf(url, apiKey, tenant), source: "COUNTERSIGN_API_KEY" }
}

/** A key names its tenant, except those of early versions. */
export function profileOf(url: string, apiKey: string, tenant?: string): Profile {
  const address = addressOf(url)
  const key = parseApiKey(apiKey)
  if (!key) throw wrongUsage("The API key is not complete: it begins with cs_ and is copied whole. Nothing was sent.")
  const owner = tenant || key.tenant
  if (owner === "") throw wrongUsage("This API key is of an early version: say whose it is with --tenant or COUNTERSIGN_TENANT.")
  return { url: address, apiKey, tenant: owner }
}

/** Without its last slash, because paths are appended. */
export function addressOf(url: string): string {
  const address = URL.parse(url)
  if (!address || !/^https?:$/.test(address.protocol)) throw wrongUsage(`${url} must be an address such as https://pay.example.com.`)
  return url.replace(/\/+$/, "")
}

/** The sandbox that the first start on this machine has made. */
function findLocalSandbox(env: Terminal["env"]): Found | undefined {
  const path = join(env["DATA_DIR"] || "./data", "demo.json")
  try {
    const { baseUrl, apiKey, tenantId } = JSON.parse(readFileSync(path, "utf8")) as { baseUrl: string; apiKey: string; tenantId: string }
    return { profile: { url: baseUrl, apiKey, tenant: tenantId }, source: `the sandbox in ${path}` }
  } catch {
    return undefined
  }
}
