import { randomBytes, randomUUID } from "node:crypto"
import { createServer } from "node:net"
import { after } from "node:test"
import pg from "pg"
import { createTenant, type Keys } from "../src/api-keys/create-tenant.ts"
import { readConfig } from "../src/kit/config.ts"
import { type Running, start } from "../src/start.ts"
import { assertAnswer } from "./answers.ts"

/** An answer over HTTP: nothing throws on 4xx and 5xx. */
export type Answer = { status: number; headers: Headers; text: string; body: Body }
type Body = { data: Any; error: Any; count: number; hasMore: boolean }
/** What came over the wire: a test says what it expects of it. */
// oxlint-disable-next-line typescript/no-explicit-any
export type Any = any

export type Caller = ReturnType<typeof callerOf>
export type House = {
  baseUrl: string
  databaseUrl: string
  keys: Keys
  api: Caller
  running: Running
  /** A caller with a new key of that role. */
  withRole(role: string): Promise<Caller>
  /** Another tenant of the same house. */
  stranger(mode?: "sandbox" | "live"): Promise<Caller & { keys: Keys }>
  /** Straight into the database, past every rule of the house. */
  sql(text: string, values?: unknown[]): Promise<Any[]>
}

/** The whole service on a database of its own, as `npm start` runs it. Opened at the top of a test file, closed when the file is done. */
export async function openHouse(env: Record<string, string> = {}): Promise<House> {
  const databaseUrl = await cloneDatabase()
  const port = await freePort()
  const SECRET_KEY = "a secret key that is only for tests"
  const config = readConfig({
    DATABASE_URL: databaseUrl,
    SECRET_KEY,
    PORT: String(port),
    LOG_LEVEL: "error",
    HOST: "127.0.0.1",
    BASE_URL: `http://127.0.0.1:${port}`,
    ...env,
  })
  const running = await start({ ...config, DATABASE_URL: databaseUrl, SECRET_KEY: [SECRET_KEY] })
  const keys = await createTenant({ name: "Escola Azul", mode: "sandbox", timezone: "America/Sao_Paulo", email: "admin@example.com" })
  const baseUrl = `http://127.0.0.1:${port}`
  const api = callerOf(baseUrl, keys)
  const pool = new pg.Pool({ connectionString: databaseUrl, max: 2, options: "-c app.tenants=*" })
  after(async () => {
    await pool.end()
    await running.stop()
  })
  return {
    baseUrl,
    databaseUrl,
    keys,
    api,
    running,
    async withRole(role) {
      const { body } = await api.post("/v1/dev/api-keys/create", { name: role, role })
      return callerOf(baseUrl, { ...keys, apiKey: body.data.key })
    },
    async stranger(mode = "sandbox") {
      const others = await createTenant({ name: "Other", mode, timezone: "UTC", email: "other@example.com" })
      return { ...callerOf(baseUrl, others), keys: others }
    },
    sql: async (text, values = []) => (await pool.query(text, values)).rows as Any[],
  }
}

export function callerOf(baseUrl: string, { apiKey, tenantId }: Pick<Keys, "apiKey" | "tenantId">) {
  const own = { authorization: `ApiKey ${apiKey}`, "x-tenant-id": tenantId }
  const send = async (method: string, path: string, body: unknown, headers: Record<string, string | null>): Promise<Answer> => {
    const type = body === undefined ? {} : { "content-type": "application/json" }
    const all = Object.entries({ ...type, ...own, ...headers }).filter((entry): entry is [string, string] => entry[1] !== null)
    const response = await fetch(baseUrl + path, {
      method,
      headers: Object.fromEntries(all),
      redirect: "manual",
      ...(body === undefined ? {} : { body: typeof body === "string" ? body : JSON.stringify(body) }),
    })
    const text = await response.text()
    const read: Any = text.startsWith("{") ? (JSON.parse(text) as Body) : undefined
    assertAnswer(method, path, response.status, read)
    return { status: response.status, headers: response.headers, text, body: read }
  }
  return {
    apiKey,
    get: (path: string, headers: Record<string, string | null> = {}) => send("GET", path, undefined, headers),
    post: (path: string, body?: unknown, headers: Record<string, string | null> = {}) => send("POST", path, body, headers),
    /** Under a key of its own, so that equal bodies are two operations. */
    create: (path: string, body: unknown, key: string = randomUUID()) => send("POST", path, body, { "idempotency-key": key }),
    send,
  }
}

export async function cloneDatabase(): Promise<string> {
  const template = process.env["TEST_DATABASE_URL"]
  if (!template) throw new Error("run tests with `npm test`: it brings the database they need")
  const name = `test_${randomBytes(6).toString("hex")}`
  const client = new pg.Client({ connectionString: template.replace("countersign_template", "postgres") })
  await client.connect()
  await client.query(`create database ${name} template countersign_template`)
  await client.end()
  return template.replace("countersign_template", name)
}

export const freePort = () =>
  new Promise<number>(resolve => {
    const probe = createServer().listen(0, "127.0.0.1", () => {
      const { port } = probe.address() as { port: number }
      probe.close(() => resolve(port))
    })
  })

/** The same call so many times at once. */
export const storm = <T>(n: number, call: (i: number) => Promise<T>) => Promise.all(Array.from({ length: n }, (_, i) => call(i)))

let count = 0
export const uniqueEmail = (name = "ana") => `${name}-${Date.now().toString(36)}${(count++).toString(36)}@example.com`
export const inDays = (n: number) => new Date(Date.now() + n * 86_400_000).toISOString()

export async function until<T>(probe: () => Promise<T | undefined | false>, what: string, ms = 15_000): Promise<T> {
  const end = Date.now() + ms
  for (;;) {
    const found = await probe()
    if (found) return found
    if (Date.now() > end) throw new Error(`waited in vain until ${what}`)
    await new Promise(resolve => setTimeout(resolve, 50))
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
