import assert from "node:assert/strict"
import { mkdtempSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { after, test } from "node:test"
import { ConfigFault, readConfig } from "./config.ts"

const directory = mkdtempSync(join(tmpdir(), "countersign-config-"))
after(() => rmSync(directory, { recursive: true }))

test("with no settings the service runs on the embedded database at port 4000", () => {
  const config = readConfig({})
  assert.deepEqual(
    [config.PORT, config.BASE_URL, config.embedded, config.ROLE, config.DATA_DIR],
    [4000, "http://localhost:4000", true, "all", "./data"],
  )
  assert.equal(readConfig({ PORT: "5000", BASE_URL: "" }).BASE_URL, "http://localhost:5000")
})

test("all faults are reported in one message", () => {
  const wrong = {
    PORT: "many",
    ROLE: "boss",
    LOG_LEVEL: "loud",
    BASE_URL: "ftp://x",
    SMTP_URL: "mail",
    SECRET_KEY: "short",
    FX_COMPARISON_URL: "x",
    TRUST_PROXY: "perhaps",
    METRICS: "token:short",
    BILLING_PLANS: "[]",
    DATABASE_CONNECTIONS: "5",
    MAX_CONNECTIONS: "0",
    MAX_CONNECTIONS_PER_ADDRESS: "-1",
    RATE_LIMIT_PER_KEY: "1.5",
    RATE_LIMIT_PER_TENANT: "many",
  }
  assert.throws(
    () => readConfig(wrong),
    (error: Error) => error instanceof ConfigFault && Object.keys(wrong).every(name => error.message.includes(name)),
  )
})

test("a number is written in digits alone, and an address has a host", () => {
  assert.equal(readConfig({ PORT: " 5000 " }).PORT, 5000)
  for (const PORT of ["0x10", "1e3", "+80", "8e", "1_000", "65536", "-1"])
    assert.throws(() => readConfig({ PORT }), /PORT must be a port/, PORT)
  for (const RATE_LIMIT_PER_KEY of ["0x10", "1e3", "9007199254740992"])
    assert.throws(() => readConfig({ RATE_LIMIT_PER_KEY }), /RATE_LIMIT_PER_KEY must be a whole number; 0 turns it off/, RATE_LIMIT_PER_KEY)
  for (const SMTP_URL of ["smtp://", "smtp:mail.example.com", "smtp:///x", "smtp://me:word@"])
    assert.throws(() => readConfig({ SMTP_URL }), /SMTP_URL must be an address such as smtp:/, SMTP_URL)
})

test("BASE_URL is the root of an address, because pages and links are made for the root", () => {
  assert.equal(readConfig({ BASE_URL: "https://pay.example.com:8443/" }).BASE_URL, "https://pay.example.com:8443")
  assert.equal(readConfig({ BASE_URL: "HTTPS://Pay.Example.com:443" }).BASE_URL, "https://pay.example.com")
  for (const end of ["/sub", "/sub/", "?a=1", "/?", "#top"])
    assert.throws(() => readConfig({ BASE_URL: `https://pay.example.com${end}` }), /BASE_URL must end with the host or the port/, end)
  assert.throws(() => readConfig({ BASE_URL: "https://me:word@pay.example.com" }), /BASE_URL must end with/)
})

test("MAIL_FROM has an address, with or without a name", () => {
  for (const MAIL_FROM of ["billing@example.com", "Escola Azul <billing@example.com>", '"Azul, Escola" <billing@localhost>'])
    assert.equal(readConfig({ MAIL_FROM }).MAIL_FROM, MAIL_FROM)
  for (const MAIL_FROM of ["Escola Azul", "billing@", "Escola <billing>", "Escola billing@example.com"])
    assert.throws(() => readConfig({ MAIL_FROM }), /MAIL_FROM must be an address such as /, MAIL_FROM)
})

test("TRUST_PROXY is a number of proxies, true is one", () => {
  const parsed = [undefined, "false", "0", "true", "yes", "1", "3"].map(TRUST_PROXY => readConfig({ TRUST_PROXY }).TRUST_PROXY)
  assert.deepEqual(parsed, [0, 0, 0, 1, 1, 1, 3])
})

test("the metrics are open on the embedded database and off on another, unless METRICS says otherwise", () => {
  const other = { DATABASE_URL: "postgres://u:p@h/d", SECRET_KEY: "n".repeat(32) }
  assert.deepEqual([readConfig({}).METRICS, readConfig(other).METRICS], [{ kind: "open" }, { kind: "off" }])
  const table = {
    off: { kind: "off" },
    open: { kind: "open" },
    "token:0123456789abcdef": { kind: "token", token: "0123456789abcdef" },
    "port:9464": { kind: "port", port: 9464 },
  }
  for (const [METRICS, access] of Object.entries(table)) assert.deepEqual(readConfig({ METRICS }).METRICS, access)
  for (const METRICS of ["yes", "token:", "token:has a space in it", "port:", "port:0", "port:65536", "9464"])
    assert.throws(
      () => readConfig({ METRICS }),
      /METRICS must be off, open, token: and at least 16 characters, or port: and a port/,
      METRICS,
    )
})

test("DATABASE_URL requires SECRET_KEY", () => {
  assert.throws(() => readConfig({ DATABASE_URL: "postgres://u:p@h/d" }), /SECRET_KEY is required/)
  const { SECRET_KEY, embedded } = readConfig({ DATABASE_URL: "postgres://u:p@h/d", SECRET_KEY: `${"n".repeat(32)}, ${"o".repeat(32)}` })
  assert.deepEqual([SECRET_KEY, embedded], [["n".repeat(32), "o".repeat(32)], false])
})

test("DATABASE_URL may name several servers, and its target_session_attrs is checked at the start", () => {
  const read = (DATABASE_URL: string) => readConfig({ DATABASE_URL, SECRET_KEY: "n".repeat(32) })
  assert.equal(read("postgres://u:p@one:5432,two:5433/d?target_session_attrs=read-write").embedded, false)
  assert.throws(() => read("postgres://u:p@one,two/d?target_session_attrs=standby"), /- DATABASE_URL has target_session_attrs=standby, but/)
  assert.throws(() => read("postgres://u:p@one,/d"), /- DATABASE_URL must name each host/)
})

test("every setting may be read from a file", () => {
  const path = join(directory, "key")
  writeFileSync(path, `${"k".repeat(40)}\n`)
  assert.deepEqual(readConfig({ SECRET_KEY_FILE: path }).SECRET_KEY, ["k".repeat(40)])
  assert.throws(() => readConfig({ SECRET_KEY_FILE: path, SECRET_KEY: "k".repeat(40) }), /both set/)
  assert.throws(() => readConfig({ SMTP_URL_FILE: join(directory, "none") }), /SMTP_URL_FILE names .* can't be read/)
})

test("plans come from the setting, and a message says what is wrong with them", () => {
  const usage = { payments: { included: 10, unitAmount: 5 }, payouts: { included: 0, unitAmount: 0 } }
  const plan = { plan: "school", name: "School", currency: "BRL", baseFee: 100, usage }
  const plansOf = (plans: unknown) => readConfig({ BILLING_PLANS: typeof plans === "string" ? plans : JSON.stringify(plans) }).BILLING_PLANS
  assert.deepEqual(plansOf([plan]), [plan])
  assert.deepEqual(
    readConfig({}).BILLING_PLANS.map(each => each.plan),
    ["community", "team", "business"],
  )
  const table: [plans: unknown, fault: RegExp][] = [
    ["{", /BILLING_PLANS must be a list of plans as JSON/],
    [[], /BILLING_PLANS must have at least 1 plan/],
    [[plan, plan], /BILLING_PLANS must have each plan once/],
    [[plan, { ...plan, plan: "club", currency: "USD" }], /BILLING_PLANS must have the same currency in every plan/],
    [[plan, { ...plan, plan: "club", baseFee: -1 }], /BILLING_PLANS is not a list of plans: plan 2, baseFee must be at least 0/],
    [[{ ...plan, price: 3 }], /BILLING_PLANS is not a list of plans: plan 1 .*price/],
    [[{ ...plan, plan: "Our School" }], /plan 1, plan must be up to 50 small letters/],
  ]
  for (const [plans, fault] of table) assert.throws(() => plansOf(plans), fault)
})

test("a certificate and its key are set together, and the address is https then", () => {
  const files = { TLS_CERT_FILE: "/etc/ssl/pay.pem", TLS_KEY_FILE: "/etc/ssl/pay.key" }
  const { tls, BASE_URL } = readConfig({ ...files, PORT: "4443" })
  assert.deepEqual([tls, BASE_URL], [{ certFile: "/etc/ssl/pay.pem", keyFile: "/etc/ssl/pay.key" }, "https://localhost:4443"])
  assert.equal(readConfig({ ...files, BASE_URL: "https://pay.example.com" }).BASE_URL, "https://pay.example.com")
  assert.equal(readConfig({ TLS_CERT_FILE: "", TLS_KEY_FILE: "" }).tls, undefined)
  for (const name of ["TLS_CERT_FILE", "TLS_KEY_FILE"] as const)
    assert.throws(() => readConfig({ [name]: files[name] }), /TLS_CERT_FILE and TLS_KEY_FILE belong together: set both, or none/)
  assert.throws(() => readConfig({ ...files, BASE_URL: "http://pay.example.com" }), /BASE_URL must begin with https:\/\//)
})

test("a read replica belongs to a cell and is not its primary", () => {
  const url = (host: string) => `postgres://app:secret@${host}/countersign`
  const home = { DATABASE_URL: url("home"), SECRET_KEY: "x".repeat(32), CELL_URLS: `east=${url("east")}` }
  const { DATABASE_READ_URL, CELL_READ_URLS } = readConfig({
    ...home,
    DATABASE_READ_URL: url("replica"),
    CELL_READ_URLS: `east=${url("other")}`,
  })
  assert.deepEqual([DATABASE_READ_URL, CELL_READ_URLS], [url("replica"), [{ name: "east", url: url("other") }]])
  const table: [settings: Record<string, string>, fault: RegExp][] = [
    [{ DATABASE_READ_URL: "mysql://replica" }, /DATABASE_READ_URL must be an address such as postgres:/],
    [{ DATABASE_READ_URL: url("one,two") }, /DATABASE_READ_URL must name one server, or several with target_session_attrs=any/],
    [{ DATABASE_READ_URL: url("home") }, /DATABASE_READ_URL has the address of a primary/],
    [{ CELL_READ_URLS: `west=${url("other")}` }, /CELL_READ_URLS names the cell west, which CELL_URLS does not have/],
    [{ CELL_READ_URLS: `east=${url("east")}` }, /CELL_READ_URLS gives the cell east the address of a primary/],
  ]
  for (const [settings, fault] of table) assert.throws(() => readConfig({ ...home, ...settings }), fault)
  assert.throws(() => readConfig({ DATABASE_READ_URL: url("replica") }), /DATABASE_READ_URL needs DATABASE_URL/)
})
