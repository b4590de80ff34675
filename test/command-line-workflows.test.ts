// The commands that developers use every day, against a sandbox.
import assert from "node:assert/strict"
import { spawnSync } from "node:child_process"
import { once } from "node:events"
import { mkdtempSync, readdirSync, rmSync, statSync, writeFileSync } from "node:fs"
import { createServer } from "node:http"
import type { AddressInfo } from "node:net"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { after, test } from "node:test"
import { version } from "../src/http/about.ts"
import { scenarios } from "../src/cli/remote/scenarios.ts"
import { commandLineUser } from "./command-line.ts"
import { type Any, newContact, startTestServer, until } from "./harness.ts"
import { startReceiver } from "./receiver.ts"

const server = await startTestServer()
const { baseUrl, keys, api } = server
const { run } = commandLineUser({ COUNTERSIGN_URL: baseUrl, COUNTERSIGN_API_KEY: keys.apiKey })
const json = async (...args: string[]): Promise<Any> => {
  const { code, out, notes } = await run(args)
  assert.deepEqual([code, notes], [0, ""], args.join(" "))
  return JSON.parse(out)
}

test("triggers each scenario, twice, and the ledger stays right", async () => {
  const ends: Record<string, string[]> = {
    "paid-link": ["due", "succeeded"],
    "failed-debit": ["due", "active", "failed"],
    dispute: ["due", "succeeded", "needs-response"],
    "held-payout": ["due", "enabled", "pending-approval"],
    "returned-payout": ["due", "processing", "returned"],
  }
  for (const name of Object.keys(scenarios))
    for (let n = 0; n < 2; n++) {
      const steps = await json("trigger", name)
      assert.deepEqual(
        steps.map(({ status }: Any) => status),
        ends[name],
        name,
      )
    }
  assert.equal((await json("ledger", "verify")).ok, true)
  assert.equal((await json("audit", "verify")).ok, true)
  const table = await run(["trigger", "paid-link"], { isTerminal: true, width: 200 })
  assert.match(
    table.out,
    /^WHAT +STATUS +SEE\nA payment request .* due +http.*\nThe payer pays by card +succeeded +countersign transactions get /,
  )
})

test("what waits for an approval can be approved by the command that is shown", async () => {
  const steps = await json("trigger", "held-payout")
  const { status } = await json(...steps.at(-1).see.split(" "))
  assert.equal(status, "approved")
})

test("triggers nothing in a live tenant, and names the scenarios when one is unknown", async () => {
  const live = await server.otherTenant("live")
  const other = commandLineUser({ COUNTERSIGN_URL: baseUrl, COUNTERSIGN_API_KEY: live.keys.apiKey })
  const { code, notes } = await other.run(["trigger", "paid-link"])
  assert.equal(code, 1)
  assert.match(notes, /This tenant is live: .* no money moved\./)
  assert.equal((await live.get("/v1/contacts")).body.count, 0)
  const unknown = await run(["trigger", "earthquake"])
  assert.equal(unknown.code, 2)
  assert.match(unknown.notes, /Allowed choices are paid-link, failed-debit,/)
})

test("shows amounts with their currency, in each list", async () => {
  await json("trigger", "returned-payout")
  const listOf = async (...args: string[]) => (await run([...args, "list"], { isTerminal: true, width: 130 })).out
  assert.match(await listOf("payouts"), / 25\.00 EUR /)
  assert.match(await listOf("transactions"), / 125\.00 EUR /)
  assert.match(await listOf("balances"), /^AVAILABLE .*\n-?\d+\.\d\d EUR /)
})

test("moves the clock of a sandbox, and shows it", async () => {
  const { now: before } = await json("clock", "show")
  const { now, status } = await json("clock", "advance", "P3D")
  assert.equal(status, "idle")
  assert.ok(Date.parse(now) - Date.parse(before) >= 3 * 86_400_000)
  assert.match((await run(["clock", "show"], { isTerminal: true })).out, /^\d{4}-\d\d-\d\dT.*Z\n$/)
})

test("sends an event again to each endpoint that it was for", async () => {
  const receiver = await startReceiver()
  await api.create("/v1/dev/webhooks/create", { url: receiver.url, events: ["contacts.create"] })
  await api.create("/v1/contacts/create", newContact())
  await until(async () => receiver.received.length >= 1, "the event is delivered")
  const [event] = await json("events", "list", "--filter", "event=contacts.create", "--limit", "1")
  const sent = await json("events", "resend", event._id)
  assert.deepEqual([sent.length, sent[0].endpoint], [1, receiver.url])
  await until(async () => receiver.received.length >= 2, "it is delivered again")
  const unknown = await run(["events", "resend", "64f000000000000000000000"])
  assert.equal(unknown.code, 1)
  assert.match(unknown.notes, /No webhook endpoint was to get the event/)
})

test("the doctor finds nothing at a healthy service", async () => {
  const { keys: own } = await server.otherTenant()
  const healthy = commandLineUser({ COUNTERSIGN_URL: baseUrl, COUNTERSIGN_API_KEY: own.apiKey })
  const { code, out } = await healthy.run(["doctor"])
  const checks: Any[] = JSON.parse(out)
  assert.deepEqual(
    checks.map(({ check, result }) => `${check} ${result}`),
    ["service ok", "clock ok", "version ok", "key ok", "webhooks ok", "worker ok"],
  )
  assert.equal(code, 0)
})

/** A service whose answers are these, by their path. Others are those of a healthy one. */
async function serviceWith(changes: Record<string, { status?: number; headers?: Record<string, string>; body: unknown }>) {
  const now = new Date().toISOString()
  const list = { data: [], hasMore: false, count: 0 }
  const answers: typeof changes = {
    "/readyz": { body: { status: "ready" } },
    "/docs/server.json": { body: { version } },
    "/v1/users/user": { body: { data: { role: "admin", tenant: { name: "Escola", mode: "sandbox", now } } } },
    "/v1/dev/api-keys": { body: list },
    "/v1/dev/webhooks": { body: list },
    "/v1/simulations/queue": { body: list },
    ...changes,
  }
  const double = createServer((request, response) => {
    const { status = 200, headers = {}, body } = answers[new URL(request.url!, "http://x").pathname]!
    response.writeHead(status, headers).end(typeof body === "string" ? body : JSON.stringify(body))
  }).listen(0, "127.0.0.1")
  await once(double, "listening")
  after(() => void double.close())
  return `http://127.0.0.1:${(double.address() as AddressInfo).port}`
}

test("the doctor names each usual mistake and how to mend it", async () => {
  const ago = (ms: number) => new Date(Date.now() - ms)
  const endpoint = { _id: "e1", url: "https://shop.example.com", status: "inactive", reason: "no answer", failingSince: null }
  const refusal = (code: string) => ({ error: { code, message: "No", retryable: false } })
  const key = { prefix: keys.apiKey.slice(0, 9), last4: keys.apiKey.slice(-4), expiresAt: ago(-86_400_000).toISOString() }
  const viewer = { data: { role: "viewer", tenant: { name: "Escola", mode: "live", now: ago(0).toISOString() } } }
  const cases: [string, number, RegExp, Parameters<typeof serviceWith>[0]][] = [
    ["service failed", 1, /proxy in front/, { "/readyz": { status: 404, body: "<html>" } }],
    ["service failed", 1, /its database/, { "/readyz": { status: 503, body: { status: "not ready" } } }],
    ["clock failed", 1, /NTP/, { "/readyz": { headers: { date: ago(600_000).toUTCString() }, body: { status: "ready" } } }],
    ["version warning", 0, /the same version/, { "/docs/server.json": { body: { version: "9.9.9" } } }],
    ["key failed", 1, /create another key/, { "/v1/users/user": { status: 401, body: refusal("AUT-1003") } }],
    ["key failed", 1, /another tenant/, { "/v1/users/user": { status: 400, body: refusal("TEN-1001") } }],
    ["key warning", 0, /a viewer only reads/, { "/v1/users/user": { body: viewer } }],
    ["key expiry warning", 0, /api-keys create/, { "/v1/dev/api-keys": { body: { data: [key], hasMore: false, count: 1 } } }],
    ["webhook failed", 1, /webhooks enable e1/, { "/v1/dev/webhooks": { body: { data: [endpoint], hasMore: false, count: 1 } } }],
    [
      "worker failed",
      1,
      /ROLE=worker/,
      { "/v1/simulations/queue": { body: { data: [{ at: ago(600_000).toISOString() }], hasMore: false, count: 1 } } },
    ],
  ]
  for (const [expected, expectedCode, advice, changes] of cases) {
    const url = await serviceWith(changes)
    const user = commandLineUser({ COUNTERSIGN_URL: url, COUNTERSIGN_API_KEY: keys.apiKey })
    const { code, out, notes } = await user.run(["doctor", "--json"])
    const wrong: Any[] = JSON.parse(out).filter(({ result }: Any) => result !== "ok")
    assert.deepEqual([wrong.map(({ check, result }) => `${check} ${result}`), code], [[expected], expectedCode], notes)
    assert.match(wrong[0].mend, advice)
  }
  const nowhere = commandLineUser({ COUNTERSIGN_URL: "http://127.0.0.1:9", COUNTERSIGN_API_KEY: keys.apiKey })
  const { code, out, notes } = await nowhere.run(["doctor"], { isTerminal: true })
  assert.equal(code, 1)
  assert.match(out, /service +failed +http:\/\/127\.0\.0\.1:9 does not answer/)
  assert.match(notes, /^service: check the address/)
})

test("a verification that finds a difference shows it and ends with 1", async () => {
  const differences = [{ object: "balance", what: "EUR", expected: "10", found: "11" }]
  const url = await serviceWith({ "/v1/ledger/verify": { body: { data: { ok: false, checked: 2, differences } } } })
  const user = commandLineUser({ COUNTERSIGN_URL: url, COUNTERSIGN_API_KEY: keys.apiKey })
  const { code, out, notes } = await user.run(["ledger", "verify"], { isTerminal: true })
  assert.equal(code, 1)
  assert.match(out, /^ok +false\n[^]*\ndifferences\nOBJECT +WHAT +EXPECTED +FOUND\nbalance +EUR +10 +11\n$/)
  assert.match(notes, /found differences/)
})

/** What a shell offers after these words. */
function offered(shell: string, script: string, words: string, typed = ""): string[] {
  const ask = {
    bash: `COMP_WORDS=(countersign ${words} '${typed}'); COMP_CWORD=$((\${#COMP_WORDS[@]} - 1))
      _countersign; printf '%s\\n' "\${COMPREPLY[@]}"`,
    fish: `complete -C 'countersign ${words} ${typed}'`,
    zsh: `compdef() { }; compadd() { while [ "$1" != -- ]; do shift; done; shift; print -l -- $@ }`,
  }[shell]!
  const load =
    shell === "zsh" ? `${ask}\n${script}\nwords=(countersign ${words} '${typed}'); CURRENT=$#words; _countersign` : `${script}\n${ask}`
  const { stdout, status, stderr } = spawnSync(shell, ["-c", load], { encoding: "utf8" })
  assert.equal(status, 0, stderr)
  return stdout.trim().split("\n")
}

/** Stands for the program, with the name of the list in an id, and with a name that a shell must not run. */
const stub = `countersign() { printf '%s\\tana@example.com\\n' "6afe-\${2//\\//-}"; printf '%s\\n' '7b$(touch hacked)'; }`
const fishStub = `function countersign
  printf '%s\\tana@example.com\\n' 6afe-(string replace / - $argv[2])
  printf '%s\\n' '7b$(touch hacked)'
end`
const missing = (shell: string) => `${shell} is not installed`

for (const shell of ["bash", "zsh", "fish"]) {
  const isMissing = spawnSync(shell, ["-c", "true"]).error !== undefined
  test(`${shell} completes commands and options`, { skip: isMissing && missing(shell) }, async () => {
    const { out } = await run(["completion", shell])
    assert.ok(offered(shell, out, "").includes("payment-intents"))
    assert.ok(offered(shell, out, "contacts").includes("create"))
    assert.ok(offered(shell, out, "audit").includes("verify"))
    assert.ok(offered(shell, out, "contacts update 64f000000000000000000000", "--").includes("--profile.first-name"))
    assert.ok(offered(shell, out, "approvals policies create --name x", "--").includes("--conditions.amount-min"))
  })

  test(`${shell} completes the words that an option or a command takes`, { skip: isMissing && missing(shell) }, async () => {
    const { out } = await run(["completion", shell])
    assert.deepEqual(offered(shell, out, "payment-intents create --intent-type"), ["ad-hoc", "payment-plan"])
    assert.deepEqual(offered(shell, out, "contacts list --draft"), ["true", "false"])
    assert.ok(offered(shell, out, "trigger").includes("failed-debit"))
    assert.ok(!offered(shell, out, "").includes("completion-values"))
  })

  test(`${shell} completes objects and profiles by what the program prints`, { skip: isMissing && missing(shell) }, async () => {
    const { out } = await run(["completion", shell])
    const script = `${shell === "fish" ? fishStub : stub}\n${out}`
    const valuesAfter = (words: string, typed = "") => offered(shell, script, words, typed).map(each => each.split(/\s/)[0])
    assert.deepEqual(valuesAfter("contacts get").slice(0, 2), ["6afe-contacts", "7b$(touch"])
    assert.equal(valuesAfter("payment-intents create --contact")[0], "6afe-contacts")
    assert.equal(valuesAfter("contacts list --as")[0], "6afe-profiles")
    assert.equal(valuesAfter("webhooks get")[0], "6afe-dev-webhooks")
    if (shell === "bash") assert.deepEqual(offered(shell, script, "contacts get", "6a"), ["6afe-contacts"])
  })
}

test("prints the newest objects of a list for the shell, keeps them for a minute, and is silent about what fails", async () => {
  const email = `tab-${Date.now()}@example.com`
  const { _id } = (await api.create("/v1/contacts/create", { email, profile: {} })).body.data
  const cache = mkdtempSync(join(tmpdir(), "countersign-completion-"))
  after(() => rmSync(cache, { recursive: true }))
  const userWith = (env: Record<string, string>) => commandLineUser({ ...env, XDG_CACHE_HOME: cache })
  const user = userWith({ COUNTERSIGN_URL: baseUrl, COUNTERSIGN_API_KEY: keys.apiKey })
  const contacts = await user.run(["completion-values", "contacts"])
  assert.deepEqual([contacts.code, contacts.out.split("\n")[0], contacts.notes], [0, `${_id}\t${email}`, ""])
  const later = await api.create("/v1/contacts/create", { email: `later-${email}`, profile: {} })
  assert.ok(!(await user.run(["completion-values", "contacts"])).out.includes(later.body.data._id))
  const folder = join(cache, "countersign", "completion")
  assert.deepEqual(
    readdirSync(folder).map(name => statSync(join(folder, name)).mode & 0o777),
    [0o600],
  )
  const nothing = { code: 0, out: "", notes: "" }
  assert.deepEqual(await user.run(["completion-values", "nowhere/at/all"]), nothing)
  const offline = userWith({ COUNTERSIGN_URL: "http://127.0.0.1:9", COUNTERSIGN_API_KEY: keys.apiKey })
  assert.deepEqual(await offline.run(["completion-values", "contacts"]), nothing)
  assert.deepEqual(await userWith({}).run(["completion-values", "contacts"]), nothing)
})

test("prints the profiles for the shell, without those that a shell would take apart", async () => {
  const user = commandLineUser()
  for (const profile of ["school", "two words", "$(id)"])
    await user.run(["login", "--url", baseUrl, "--profile", profile, "--api-key", keys.apiKey])
  assert.equal((await user.run(["completion-values", "profiles"])).out, `school\t${baseUrl}\n`)
})

test("has a completion for each of the three shells, and each knows every command", async () => {
  for (const shell of ["bash", "zsh", "fish"]) {
    const { out } = await run(["completion", shell])
    assert.match(out, /refund-intents settle/)
  }
  assert.equal((await run(["completion", "powershell"])).code, 2)
})

test("imports a file, says how far it is, and ends like a refusal where a row was refused", async () => {
  const folder = mkdtempSync(join(tmpdir(), "countersign-import-"))
  after(() => rmSync(folder, { recursive: true }))
  const path = join(folder, "people.csv")
  writeFileSync(path, "id,email,Shoe size\n1,imported@example.com,38\n2,wrong,39\n")
  const checked = await run(["imports", "run", path, "--kind", "contacts", "--check"], { isTerminal: true, width: 200 })
  assert.equal(checked.code, 1)
  assert.match(checked.out, /^IMPORT +STATUS +CREATED .*\n[0-9a-f]{24} +draft +1 +0 +0 +0 +1\n$/)
  assert.match(checked.notes, /These columns are not imported: Shoe size\./)
  const done = await run(["imports", "run", path, "--kind", "contacts", "--json"])
  const { _id, status, counts } = JSON.parse(done.out)
  assert.deepEqual([done.code, status, counts.created, counts.refused], [1, "done", 1, 1])
  const [, command = ""] = /`countersign (.*)`/.exec(done.notes) ?? []
  const report = await run(command.split(" "))
  assert.match(report.out, /^line,key,outcome,object,code,message\r\n3,2,refused,,VAL-1003,email must be an e-mail address\r\n$/)
  assert.equal((await run(["imports", "follow", _id])).code, 1)
})
