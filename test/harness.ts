import { randomUUID } from "node:crypto"
import { join } from "node:path"
import { after } from "node:test"
import pg from "pg"
import { citusUrl } from "./citus.ts"
import { createTenant, type Keys } from "../src/platform/api-keys/create-tenant.ts"
import { unsealLinkKey } from "../src/platform/tenants/link-key.ts"
import { cost } from "../src/kit/service/password-hash.ts"
import { sendRequest } from "./request.ts"
import { shareService, startOwn } from "./service.ts"
import { assertMatchesSchema } from "./response-schema.ts"

/** Tests hash hundreds of passwords, so hashing costs nothing in their own processes, unless a test is about it. */
const realCost = { ...cost }
const testCost = { memory: 8, passes: 1 }
Object.assign(cost, testCost)
export async function withRealHashes(work: () => Promise<void>) {
  Object.assign(cost, realCost)
  try {
    await work()
  } finally {
    Object.assign(cost, testCost)
  }
}

/** A response of any status: 4xx and 5xx do not throw. */
export type ApiResponse = { status: number; headers: Headers; text: string; body: Body }
type Body = { data: Any; error: Any; count: number; hasMore: boolean }
/** Untyped JSON. Each test asserts what it expects. */
// oxlint-disable-next-line typescript/no-explicit-any
export type Any = any

export type Caller = ReturnType<typeof createCaller>
export type TestServer = {
  baseUrl: string
  /** The database of the tenant. */
  databaseUrl: string
  /** The databases by the names of the cells. */
  urls: Record<string, string>
  keys: Keys
  api: Caller
  /** Returns a caller with a new API key of that role. */
  withRole(role: string): Promise<Caller>
  /** Creates another tenant on the same server and returns a caller for it. */
  otherTenant(mode?: "sandbox" | "live"): Promise<Caller & { keys: Keys }>
  /** Queries the database directly, with access to all tenants of this file. */
  sql(text: string, values?: unknown[]): Promise<Any[]>
}

/**
 * With TEST_CELLS=1 every tenant is in another cell than home, so that any test file can be run that way. With CITUS_URL that cell is on a
 * server with Citus.
 */
const defaultCells = process.env["TEST_CELLS"] || citusUrl ? ["east"] : []

/** For a file that creates tenants by itself, looks at the whole database, or changes what a service reads at its start. */
export const ownDatabase = { LOG_LEVEL: "error" }

/**
 * Starts the service as `npm start` does, with a tenant. A test file calls it once. Files without settings share the service and the
 * database of their process; each sees its own tenants only. With settings, it is a service of the file, on a database of its own. If there
 * are other cells than home, the tenants are in the first one.
 */
export async function startTestServer(env: Record<string, string> = {}, cellNames = defaultCells): Promise<TestServer> {
  const isShared = Object.keys(env).length === 0 && cellNames.length === 0
  const { baseUrl, databases, stop } = isShared ? await shareService() : await startOwn(env, cellNames)
  const [home, first = home] = databases
  const cell = first === home ? undefined : first.name
  const tenants = ["sign-in"] // attempts to sign in are counted for no tenant
  async function newTenant(fields: { name: string; mode: "sandbox" | "live"; timezone: string; email: string }) {
    const keys = await createTenant({ ...fields, cell })
    tenants.push(keys.tenantId)
    return keys
  }
  const keys = await newTenant({ name: "Escola Azul", mode: "sandbox", timezone: "America/Sao_Paulo", email: uniqueEmail("admin") })
  const api = createCaller(baseUrl, keys)
  const pool = new pg.Pool({ connectionString: first.url, max: 2, options: "-c app.tenants=*" })
  const sql = async (text: string, values: unknown[] = []) => {
    const client = await pool.connect()
    try {
      if (isShared) await client.query("select set_config('app.tenants', $1, false)", [tenants.join()])
      return (await client.query(text, values)).rows as Any[]
    } finally {
      client.release()
    }
  }
  after(async () => {
    if (isShared) await endWorkOf(sql)
    await pool.end()
    await stop()
  })
  return {
    baseUrl,
    databaseUrl: first.url,
    urls: Object.fromEntries(databases.map(({ name, url }) => [name, url])),
    keys,
    api,
    sql,
    async withRole(role) {
      const { body } = await api.post("/v1/dev/api-keys/create", { name: role, role })
      return createCaller(baseUrl, { ...keys, apiKey: body.data.key })
    },
    async otherTenant(mode = "sandbox") {
      const otherKeys = await newTenant({ name: "Other", mode, timezone: "UTC", email: uniqueEmail("other") })
      return { ...createCaller(baseUrl, otherKeys), keys: otherKeys }
    },
  }
}

/** What a file leaves behind must not be done during the next one, nor count against it: a network has so many calls in a minute. */
async function endWorkOf(sql: TestServer["sql"]) {
  for (const table of ["jobs", "deliveries", "sign_in_attempts", "call_counts"]) await sql(`delete from ${table}`)
}

/** Unless `checked` is false, each response must match the schema of this version. */
export function createCaller(baseUrl: string, { apiKey, tenantId }: Pick<Keys, "apiKey" | "tenantId">, { checked = true } = {}) {
  const credentials = { authorization: `ApiKey ${apiKey}`, "x-tenant-id": tenantId }
  const send = async (method: string, path: string, body: unknown, headers: Record<string, string | null>): Promise<ApiResponse> => {
    const type = body === undefined ? {} : { "content-type": "application/json" }
    const all = Object.entries({ ...type, ...credentials, ...headers }).filter((entry): entry is [string, string] => entry[1] !== null)
    const sent = body === undefined || typeof body === "string" ? body : JSON.stringify(body)
    const response = await sendRequest(baseUrl + path, { method, headers: Object.fromEntries(all), body: sent })
    const parsed: Any = response.text.startsWith("{") ? (JSON.parse(response.text) as Body) : undefined
    if (checked && headers["accept"] !== "text/csv") assertMatchesSchema(method, path, response.status, parsed)
    return { ...response, body: parsed }
  }
  return {
    apiKey,
    get: (path: string, headers: Record<string, string | null> = {}) => send("GET", path, undefined, headers),
    post: (path: string, body?: unknown, headers: Record<string, string | null> = {}) => send("POST", path, body, headers),
    /** Sends a unique idempotency key, so that equal bodies are two operations. */
    create: (path: string, body: unknown, key: string = randomUUID()) => send("POST", path, body, { "idempotency-key": key }),
    send,
  }
}

/** The key that signs a tenant's payment links and the events of its simulator. */
export async function linkKeyOf({ sql }: Pick<TestServer, "sql">, tenant: string): Promise<string> {
  const [row] = await sql("select link_key from tenants where id = $1", [tenant])
  return unsealLinkKey(row.link_key, tenant)
}

/** The environment for a process that a test starts: none of this process's settings, but a cache of compiled code for this run. */
export function inheritedEnv(): Record<string, string> {
  const { PATH = "", HOME = "", TMPDIR = "", TEST_PROGRAMS } = process.env
  return { PATH, HOME, TMPDIR, ...(TEST_PROGRAMS && { NODE_COMPILE_CACHE: join(TEST_PROGRAMS, "compiled") }) }
}

/** Makes the same call n times concurrently. */
export const inParallel = <T>(n: number, call: (i: number) => Promise<T>) => Promise.all(Array.from({ length: n }, (_, i) => call(i)))

let count = 0
export const uniqueEmail = (name = "ana") => `${name}-${Date.now().toString(36)}${(count++).toString(36)}@example.com`
export const inDays = (n: number) => new Date(Date.now() + n * 86_400_000).toISOString()

/** Polls less and less often: on a busy machine each poll takes time from the work that it waits for. */
export async function until<T>(probe: () => Promise<T | undefined | false>, condition: string, timeoutMs = 60_000): Promise<T> {
  const end = Date.now() + timeoutMs
  for (let pause = 30; ; pause = Math.min(pause * 1.3, 200)) {
    const result = await probe()
    if (result) return result
    if (Date.now() > end) throw new Error(`timed out after ${timeoutMs} ms waiting until ${condition}`)
    await new Promise(resolve => setTimeout(resolve, pause))
  }
}

export const newContact = (fields: object = {}) => ({
  email: uniqueEmail(),
  profile: { firstName: "Ana", lastName: "Souza", phone: "+14155552671" },
  ...fields,
})
export const newIntent = (contact: string, fields: object = {}) => ({
  intentType: "ad-hoc",
  contact,
  currency: "BRL",
  dueAt: inDays(400),
  items: [{ name: "Course", description: "", category: "tuition", amount: 10_000 }],
  ...fields,
})
