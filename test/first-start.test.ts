import assert from "node:assert/strict"
import { existsSync, mkdtempSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { after, test } from "node:test"
import { setTimeout as sleep } from "node:timers/promises"
import { spawnServer } from "./faults/server-process.ts"
import { freePort } from "./free-port.ts"
import { type Any, createCaller, until } from "./harness.ts"
import { signIn } from "./people.ts"

const DATA_DIR = mkdtempSync(join(tmpdir(), "countersign-first-start-"))
after(() => rmSync(DATA_DIR, { recursive: true, force: true }))
const path = join(DATA_DIR, "demo.json")
const readDemo = (): Any => JSON.parse(readFileSync(path, "utf8"))

const spawnEmbedded = async () => spawnServer({ DATA_DIR, PORT: String(await freePort()), LOG_LEVEL: "silent" })

/** Polls every few milliseconds, so that almost nothing happens between the first 200 and the test. */
async function startEmbedded() {
  const server = await spawnEmbedded()
  let code: number | null | undefined
  void server.exitCode.then(exitCode => (code = exitCode))
  const isReady = () =>
    fetch(`${server.baseUrl}/readyz`).then(
      ({ ok }) => ok,
      () => false,
    )
  while (code === undefined && !(await isReady())) await sleep(5)
  assert.equal(code, undefined, server.output())
  return server
}

const isLinux = existsSync("/proc")
test("a DATA_DIR that can't be created is named in one sentence", { skip: !isLinux && "there is no /proc", timeout: 60_000 }, async () => {
  const server = spawnServer({ DATA_DIR: "/proc/countersign/data", PORT: String(await freePort()) })
  assert.equal(await server.exitCode, 1)
  assert.match(server.output(), /^\/proc\/countersign\/data can't be created: .*\. Set DATA_DIR to a directory that .*\n$/)
})

test("is ready once the sandbox of a first start exists and demo.json is complete: its key and its password work at once", async () => {
  const server = await startEmbedded()
  const demo = readDemo()
  assert.deepEqual(Object.keys(demo), ["baseUrl", "demoUrl", "docsUrl", "mcpUrl", "tenantId", "apiKey", "demoKey", "email", "password"])
  assert.equal(statSync(path).mode & 0o777, 0o600)
  assert.equal((await createCaller(server.baseUrl, demo).get("/v1/users/user")).status, 200)
  assert.equal((await signIn(server, demo)).status, 201)
  const { status } = await fetch(`${server.baseUrl}/demo/financing-rates`, { headers: { authorization: `ApiKey ${demo.demoKey}` } })
  assert.notEqual(status, 401)
  await until(async () => server.output().includes(demo.apiKey), "the keys are printed")

  const { postgres } = JSON.parse(readFileSync(join(DATA_DIR, "postgres.json"), "utf8")) as { postgres: string }
  const DATABASE_URL = `postgres://postgres:${postgres}@/postgres?host=${encodeURIComponent(join(DATA_DIR, "postgres"))}`
  const superuser = spawnServer({ DATABASE_URL, SECRET_KEY: "a secret key that is only for tests", PORT: "0" })
  assert.equal(await superuser.exitCode, 1)
  assert.match(superuser.output(), /^DATABASE_URL names a superuser, who bypasses row-level security\. Give Countersign its own role.*\n$/)
  assert.equal(await server.stop(), 0)
})

test("completes, at the next start, a first start that ended after its commit and before demo.json was written", async () => {
  const demo = readDemo()
  renameSync(path, `${path}.draft`)
  const server = await startEmbedded()
  assert.deepEqual({ ...readDemo(), ...addressless(demo) }, readDemo())
  assert.ok(!existsSync(`${path}.draft`))
  assert.equal((await createCaller(server.baseUrl, demo).get("/v1/users/user")).status, 200)
  assert.equal(await server.stop(), 0)
})

test("names a broken demo.json in one sentence, and without the file keeps the tenants and creates no other sandbox", async () => {
  const whole = readFileSync(path, "utf8")
  for (const content of ["", whole.slice(0, 100), '{"tenantId": 1}']) {
    writeFileSync(path, content)
    const server = await spawnEmbedded()
    assert.equal(await server.exitCode, 1)
    assert.match(
      server.output(),
      /^\S+demo\.json is broken: .*Put a copy of it back, or remove it and create a tenant with: countersign tenant create\n$/,
    )
  }
  rmSync(path)
  const server = await startEmbedded()
  await until(async () => /No sandbox was created, because the database has tenants/.test(server.output()), "it says so")
  assert.equal((await createCaller(server.baseUrl, JSON.parse(whole)).get("/v1/users/user")).status, 200)
  assert.equal(await server.stop(), 0)
  writeFileSync(path, whole)
})

test("creates a new sandbox and moves the old keys aside when only demo.json is left of the data", async () => {
  const old = readDemo()
  rmSync(join(DATA_DIR, "postgres"), { recursive: true })
  const server = await startEmbedded()
  const demo = readDemo()
  assert.notEqual(demo.tenantId, old.tenantId)
  assert.equal((await createCaller(server.baseUrl, demo).get("/v1/users/user")).status, 200)
  assert.equal(JSON.parse(readFileSync(`${path}.old`, "utf8")).apiKey, old.apiKey)
  await until(async () => /is not in this database; the file is now .*demo\.json\.old\./.test(server.output()), "it says so")
  assert.equal(await server.stop(), 0)
})

test("keeps keys that were moved aside earlier", async () => {
  const before = readFileSync(`${path}.old`, "utf8")
  const foreign = JSON.stringify({ ...readDemo(), tenantId: "0".repeat(24) })
  writeFileSync(path, foreign)
  const server = await startEmbedded()
  assert.deepEqual([readFileSync(`${path}.old`, "utf8"), readFileSync(`${path}.old.2`, "utf8")], [before, foreign])
  assert.equal(await server.stop(), 0)
})

const addressless = ({ tenantId, apiKey, demoKey, email, password }: Any) => ({ tenantId, apiKey, demoKey, email, password })
