import { readFileSync } from "node:fs"
import { z } from "zod"
import { type CellAddress, parseCellUrls } from "../pure/cell-urls.ts"
import { assertReadable, parseDatabaseUrl } from "../pure/database-url.ts"
import { parsePlans, type Plan, shippedPlans } from "../pure/plans.ts"
import { Fault } from "./fault.ts"

const flag = () => z.enum(["true", "false", "1", "0", "yes", "no"], "must be true or false").transform(text => /^(true|1|yes)$/.test(text))
const url = (protocol: RegExp, like: string) => z.url({ protocol, hostname: /./, error: `must be an address such as ${like}` })
/** Takes only digits, because 0x10 and 1e3 are probably mistakes. */
const wholeNumber = (min: number, rule: string, max = Number.MAX_SAFE_INTEGER) =>
  z
    .string()
    .trim()
    .regex(/^\d+$/, rule)
    .transform(Number)
    .refine(number => number >= min && number <= max, rule)

const orOff = "must be a whole number; 0 turns it off"

/** How long something is kept. Within a month people may still look at it, or an unfinished process may need it. */
const retentionDays = (days: number) =>
  wholeNumber(0, "must be a number of days from 30 on; 0 keeps it for ever", 36_500)
    .refine(number => number === 0 || number >= 30, "must be a number of days from 30 on; 0 keeps it for ever")
    .default(days)

/** The settings, from the environment. Each may also come from a file: NAME_FILE is its path. */
const Settings = z.object({
  PORT: wholeNumber(0, "must be a port", 65_535).default(4000),
  HOST: z.string().default("localhost"),
  BASE_URL: url(/^https?$/, "https://pay.example.com")
    .transform(text => text.replace(/\/+$/, ""))
    .refine(isOrigin, "must end with the host or the port: the pages and their links are at the root of an address")
    .transform(text => new URL(text).origin) // as browsers and agents write it when they compare it
    .optional(),
  TLS_CERT_FILE: z.string().optional(),
  TLS_KEY_FILE: z.string().optional(),
  // Not z.url: the address of a Unix socket has no host.
  DATABASE_URL: z
    .string()
    .regex(/^postgres(ql)?:\/\/./, "must be an address such as postgres://user:password@host:5432/countersign")
    .superRefine(checkDatabaseUrl)
    .optional(),
  CELL_URLS: z.string().transform(readCellUrls).default([]),
  DATABASE_READ_URL: z
    .string()
    .regex(/^postgres(ql)?:\/\/./, "must be an address such as postgres://user:password@replica:5432/countersign")
    .superRefine(checkReadUrl)
    .optional(),
  CELL_READ_URLS: z.string().transform(readCellUrls).default([]),
  DATA_DIR: z.string().default("./data"),
  BANK_FILES_DIR: z.string().min(1).optional(),
  PROCESSES: wholeNumber(1, "must be a whole number from 1 to 512", 512).optional(),
  ROLE: z.enum(["all", "api", "worker"], "must be all, api or worker").default("all"),
  SECRET_KEY: z
    .string()
    .transform(text => text.split(",").map(key => key.trim()))
    .refine(
      keys => keys.every(key => key.length >= 32),
      "must have at least 32 characters; several are separated by commas, the newest first",
    )
    .optional(),
  DEMO_INTEGRATION_KEYS: z
    .string()
    .transform(text => text.split(",").map(key => key.trim()))
    .refine(keys => keys.every(key => /^\S{16,}$/.test(key)), "must be keys of at least 16 characters, separated by commas")
    .default([]),
  FX_RATES_URL: url(/^https?$/, "https://rates.example.com/latest.json").optional(),
  FX_COMPARISON_URL: url(/^https?$/, "https://api.wise.com/v4/comparisons/").optional(),
  STRIPE_API_URL: url(/^https?$/, "https://api.stripe.com")
    .transform(text => text.replace(/\/+$/, ""))
    .default("https://api.stripe.com"),
  MERCADO_PAGO_API_URL: url(/^https?$/, "https://api.mercadopago.com")
    .transform(text => text.replace(/\/+$/, ""))
    .default("https://api.mercadopago.com"),
  SMTP_URL: url(/^smtps?$/, "smtp://user:password@mail.example.com:587").optional(),
  MAIL_FROM: z
    .string()
    .trim()
    .regex(/^[^\s<>@]+@[^\s<>@]+$|^[^<>]*<[^\s<>@]+@[^\s<>@]+>$/, "must be an address such as Countersign <billing@example.com>")
    .default("Countersign <countersign@localhost>"),
  MAIL_SANDBOX: flag().default(false),
  LOG_LEVEL: z.enum(["trace", "debug", "info", "warn", "error", "fatal", "silent"], "must be a level such as info or warn").default("info"),
  REQUEST_LOG: flag().optional(),
  TRUST_PROXY: z
    .string()
    .regex(/^(false|no|true|yes|\d)$/, "must be true, false or how many proxies there are, up to 9")
    .transform(text => (/^\d$/.test(text) ? Number(text) : text === "true" || text === "yes" ? 1 : 0))
    .default(0),
  WEBHOOKS_ALLOW_PRIVATE: flag().optional(),
  METRICS: z.string().transform(parseMetrics).optional(),
  BILLING_PLANS: z.string().transform(readPlans).default(shippedPlans),
  RETENTION_MAILS_DAYS: retentionDays(365),
  RETENTION_GATEWAY_EVENTS_DAYS: retentionDays(400),
  RETENTION_APPROVAL_REQUESTS_DAYS: retentionDays(1_095),
  RETENTION_FAILED_JOBS_DAYS: retentionDays(90),
  DATABASE_CONNECTIONS: wholeNumber(6, "must be a whole number from 6 on").optional(),
  MAX_CONNECTIONS: wholeNumber(1, "must be a whole number from 1 on").default(5_000),
  MAX_CONNECTIONS_PER_ADDRESS: wholeNumber(0, orOff).default(1_000),
  RATE_LIMIT_PER_KEY: wholeNumber(0, orOff).default(300_000),
  RATE_LIMIT_PER_TENANT: wholeNumber(0, orOff).default(600_000),
  RATE_LIMIT_AGENT_READS: wholeNumber(0, orOff).default(120),
  RATE_LIMIT_AGENT_WRITES: wholeNumber(0, orOff).default(30),
  RATE_LIMIT_AGENT_REPORTS: wholeNumber(0, orOff).default(20),
  RATE_LIMIT_AGENT_REMINDERS: wholeNumber(0, orOff).default(10),
})

function checkDatabaseUrl(text: string, ctx: z.RefinementCtx) {
  try {
    parseDatabaseUrl(text)
  } catch (error) {
    ctx.addIssue((error as Error).message)
  }
}

/** Of several servers the one that accepts writes would be chosen, and no replica accepts any. */
function checkReadUrl(text: string, ctx: z.RefinementCtx) {
  try {
    assertReadable(text)
  } catch (error) {
    ctx.addIssue((error as Error).message)
  }
}

function readCellUrls(text: string, ctx: z.RefinementCtx): CellAddress[] {
  try {
    return parseCellUrls(text)
  } catch (error) {
    ctx.addIssue((error as Error).message)
    return z.NEVER
  }
}

/** Whether nothing follows the host and port, and no user name precedes them. */
function isOrigin(text: string): boolean {
  const { username, pathname, search, hash } = new URL(text)
  return username + search + hash === "" && pathname === "/" && !/[?#]$/.test(text)
}

/** Who may read the metrics: nobody, everybody, those who send the token, or those who reach a separate port. */
type MetricsAccess = { kind: "off" | "open" } | { kind: "token"; token: string } | { kind: "port"; port: number }

function parseMetrics(text: string, ctx: z.RefinementCtx): MetricsAccess {
  if (text === "off" || text === "open") return { kind: text }
  const [, token] = /^token:(\S{16,})$/.exec(text) ?? []
  if (token !== undefined) return { kind: "token", token }
  const port = Number(/^port:(\d{1,5})$/.exec(text)?.[1])
  if (port > 0 && port <= 65535) return { kind: "port", port }
  ctx.addIssue("must be off, open, token: and at least 16 characters, or port: and a port")
  return z.NEVER
}

function readPlans(json: string, ctx: z.RefinementCtx): readonly Plan[] {
  const result = parsePlans(json)
  if ("plans" in result) return result.plans
  ctx.addIssue(result.fault)
  return z.NEVER
}

type Computed = "BASE_URL" | "WEBHOOKS_ALLOW_PRIVATE" | "METRICS" | "REQUEST_LOG" | "TLS_CERT_FILE" | "TLS_KEY_FILE"
export type Config = Omit<z.output<typeof Settings>, Computed> & {
  BASE_URL: string
  REQUEST_LOG: boolean
  WEBHOOKS_ALLOW_PRIVATE: boolean
  METRICS: MetricsAccess
  /** The certificate and the key to serve TLS with. Absent if a proxy serves TLS, or nobody does. */
  tls?: { certFile: string; keyFile: string }
  embedded: boolean
}

/** The settings of this process. Set once by main, the command line or a test. */
export let config: Config
export const setConfig = (settings: Config) => void (config = settings)

/** Computes a value at its first use, and again after the settings change, because tests start several services in one process. */
export function perConfig<T>(compute: (settings: Config) => T): () => T {
  let computed: { settings: Config; value: T } | undefined
  return () => {
    if (!computed || computed.settings !== config) computed = { settings: config, value: compute(config) }
    return computed.value
  }
}

/** All faults of the settings in one message. */
export class ConfigFault extends Fault {}

export function readConfig(env: NodeJS.ProcessEnv): Config {
  const faults: string[] = []
  const values = Object.fromEntries(Object.keys(Settings.shape).map(name => [name, valueOf(env, name, faults)]))
  const result = Settings.safeParse(values)
  if (!result.success) faults.push(...result.error.issues.map(issue => `${issue.path.join()} ${issue.message}`))
  if (values["DATABASE_URL"] !== undefined && values["SECRET_KEY"] === undefined)
    faults.push("SECRET_KEY is required with DATABASE_URL: at least 32 random characters, kept for as long as the database")
  if (result.success && result.data.CELL_URLS.some(({ url }) => url === result.data.DATABASE_URL))
    faults.push("CELL_URLS has the address of DATABASE_URL, which is the cell home")
  if (result.success) faults.push(...replicaFaults(result.data))
  faults.push(...tlsFaults(values))
  if (faults.length > 0 || !result.success)
    throw new ConfigFault(["Countersign can't start with these settings:", ...faults].join("\n  - "))
  const embedded = result.data.DATABASE_URL === undefined
  const { TLS_CERT_FILE: certFile, TLS_KEY_FILE: keyFile, WEBHOOKS_ALLOW_PRIVATE = embedded, ...rest } = result.data
  const tls = certFile !== undefined && keyFile !== undefined ? { tls: { certFile, keyFile } } : {}
  const BASE_URL = rest.BASE_URL ?? `${certFile === undefined ? "http" : "https"}://localhost:${rest.PORT}`
  const METRICS = rest.METRICS ?? { kind: embedded ? "open" : "off" }
  const REQUEST_LOG = rest.REQUEST_LOG ?? !process.stdout.isTTY // a person at a terminal did not ask for it
  return { ...rest, ...tls, REQUEST_LOG, BASE_URL, WEBHOOKS_ALLOW_PRIVATE, METRICS, embedded }
}

type Addresses = Pick<z.output<typeof Settings>, "DATABASE_URL" | "DATABASE_READ_URL" | "CELL_URLS" | "CELL_READ_URLS">

function replicaFaults({ DATABASE_URL, DATABASE_READ_URL, CELL_URLS, CELL_READ_URLS }: Addresses): string[] {
  const isPrimary = (url: string) => url === DATABASE_URL || CELL_URLS.some(cell => cell.url === url)
  const faults = CELL_READ_URLS.flatMap(({ name, url }) => {
    if (!CELL_URLS.some(cell => cell.name === name)) return [`CELL_READ_URLS names the cell ${name}, which CELL_URLS does not have`]
    return isPrimary(url) ? [`CELL_READ_URLS gives the cell ${name} the address of a primary`] : []
  })
  if (DATABASE_READ_URL === undefined) return faults
  if (DATABASE_URL === undefined) faults.push("DATABASE_READ_URL needs DATABASE_URL: the embedded database has no replica")
  if (isPrimary(DATABASE_READ_URL)) faults.push("DATABASE_READ_URL has the address of a primary; it must be that of a replica of home")
  return faults
}

function tlsFaults({ TLS_CERT_FILE: cert, TLS_KEY_FILE: key, BASE_URL = "" }: Record<string, string | undefined>): string[] {
  if ((cert === undefined) !== (key === undefined)) return ["TLS_CERT_FILE and TLS_KEY_FILE belong together: set both, or none"]
  const isPlain = cert !== undefined && /^http:/i.test(BASE_URL)
  return isPlain ? ["BASE_URL must begin with https:// where TLS_CERT_FILE is set, because no plain HTTP is served"] : []
}

function valueOf(env: NodeJS.ProcessEnv, name: string, faults: string[]): string | undefined {
  const path = env[`${name}_FILE`]
  const value = env[name] || undefined // shells and compose files leave unset variables empty
  if (!path) return value
  if (value !== undefined) faults.push(`${name} and ${name}_FILE are both set; keep one`)
  try {
    return readFileSync(path, "utf8").trim()
  } catch {
    faults.push(`${name}_FILE names ${path}, which can't be read`)
    return undefined
  }
}
