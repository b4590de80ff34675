import { randomBytes, randomInt, randomUUID } from "node:crypto"
import { once } from "node:events"
import { createServer } from "node:net"
import { join } from "node:path"
import { after } from "node:test"
import pg from "pg"
import { citusUrl, createCitusDatabase } from "./citus.ts"
import { addCells, cellUrlsOf } from "./cells.ts"
import { createTenant, type Keys } from "../src/platform/api-keys/create-tenant.ts"
import { unsealLinkKey } from "../src/platform/tenants/link-key.ts"
import { readConfig } from "../src/kit/service/config.ts"
import { cost } from "../src/kit/service/password-hash.ts"
import { start } from "../src/start.ts"
import { sendRequest } from "./request.ts"
import { take } from "./taken.ts"
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
  /** Queries the database directly, with access to all tenants. */
  sql(text: string, values?: unknown[]): Promise<Any[]>
}

/**
 * With TEST_CELLS=1 every tenant is in another cell than home, so that any test file can be run that way. With CITUS_URL that cell is on a
 * server with Citus.
 */
const defaultCells = process.env["TEST_CELLS"] || citusUrl ? ["east"] : []
const createCell = () => (citusUrl ? createCitusDatabase() : cloneDatabase())

/**
 * Starts the service on its own database, as `npm start` does. A test file calls it once; it stops when the file ends. If there are other
 * cells than home, the tenants are in the first one.
 */
export async function startTestServer(env: Record<string, string> = {}, cellNames = defaultCells): Promise<TestServer> {
  const homeUrl = await cloneDatabase()
  const cells = await addCells(homeUrl, await Promise.all(cellNames.map(async name => ({ name, url: await createCell() }))))
  const [first] = cells
  const databaseUrl = first?.url ?? homeUrl
  const port = env["PORT"] === undefined ? await freePort() : Number(env["PORT"])
  const SECRET_KEY = "a secret key that is only for tests"
  const config = readConfig({
    DATABASE_URL: homeUrl,
    CELL_URLS: cellUrlsOf(cells),
    SECRET_KEY,
    PORT: String(port),
    LOG_LEVEL: "error",
    DATABASE_CONNECTIONS: "7", // each connection parses and plans every statement itself, which is most of the database's work in tests
    HOST: "127.0.0.1",
    BASE_URL: `http://127.0.0.1:${port}`,
    ...env,
  })
  const service = await start({ ...config, DATABASE_URL: homeUrl, SECRET_KEY: [SECRET_KEY] })
  const fields = { name: "Escola Azul", mode: "sandbox", timezone: "America/Sao_Paulo", email: "admin@example.com" } as const
  const keys = await createTenant({ ...fields, cell: first?.name })
  const baseUrl = `http://127.0.0.1:${port}`
  const api = createCaller(baseUrl, keys)
  const pool = new pg.Pool({ connectionString: databaseUrl, max: 2, options: "-c app.tenants=*" })
  after(async () => {
    await pool.end()
    service.app.server.closeIdleConnections() // no requests are left, so stopping does not wait for idle clients
    await service.stop()
  })
  return {
    baseUrl,
    databaseUrl,
    urls: { home: homeUrl, ...Object.fromEntries(cells.map(({ name, url }) => [name, url])) },
    keys,
    api,
    async withRole(role) {
      const { body } = await api.post("/v1/dev/api-keys/create", { name: role, role })
      return createCaller(baseUrl, { ...keys, apiKey: body.data.key })
    },
    async otherTenant(mode = "sandbox") {
      const otherKeys = await createTenant({ name: "Other", mode, timezone: "UTC", email: "other@example.com", cell: first?.name })
      return { ...createCaller(baseUrl, otherKeys), keys: otherKeys }
    },
    sql: async (text, values = []) => (await pool.query(text, values)).rows as Any[],
  }
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

/** Creates a database with all migrations, or an empty one. */
export async function cloneDatabase({ empty = false } = {}): Promise<string> {
  const template = process.env["TEST_DATABASE_URL"]
  if (!template) throw new Error("Run tests with `npm test`, which starts the database they need.")
  const name = `test_${randomBytes(6).toString("hex")}`
  const client = new pg.Client({ connectionString: template.replace("countersign_template", "postgres") })
  await client.connect()
  await client.query(`create database ${name} template ${empty ? "template1" : "countersign_template"} strategy file_copy`)
  await client.end()
  return template.replace("countersign_template", name)
}

/**
 * A free port, given out only once in a run of the tests, because a server binds it a second later. It is below the range of outgoing
 * connections, one of which could take the port before that.
 */
export async function freePort(): Promise<number> {
  const port = randomInt(15_000, 32_000)
  if (!take(`port ${port}`)) return freePort()
  const probe = createServer().listen(port, "127.0.0.1")
  const isFree = await once(probe, "listening").then(
    () => true,
    () => false,
  )
  probe.close()
  return isFree ? port : freePort()
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
