import assert from "node:assert/strict"
import { spawnSync } from "node:child_process"
import { closeSync, existsSync, mkdtempSync, openSync, readFileSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { test } from "node:test"
import { acquireLock } from "../src/embedded/lock.ts"
import { runCommand } from "./command.ts"
import { lockTable, secretKey } from "./faults/server-process.ts"
import { cloneDatabase } from "./service.ts"
import { freePort } from "./free-port.ts"
import { inheritedEnv, until } from "./harness.ts"
import { programPath } from "./programs.ts"

const databaseUrl = await cloneDatabase()

const run = (...args: string[]) => runOn(databaseUrl, ...args)
const runOn = (DATABASE_URL: string, ...args: string[]) => runCommand(args, { DATABASE_URL, SECRET_KEY: secretKey })

test("shows the help with examples when there is no command", async () => {
  const { code, stdout, stderr } = await run()
  assert.deepEqual([code, stderr], [0, ""])
  assert.match(stdout, /^Usage: countersign /)
  assert.match(stdout, /^Examples:\n {2}npx countersign start\n/m)
})

test("prints the version of package.json for --version, also when started from the sources", async () => {
  const { version } = JSON.parse(readFileSync("package.json", "utf8")) as { version: string }
  assert.equal((await run("--version")).stdout, `${version}\n`)
  const { stdout, stderr } = spawnSync(process.execPath, ["bin/countersign.mjs", "--version"], { env: inheritedEnv(), encoding: "utf8" })
  assert.deepEqual([stdout, stderr], [`${version}\n`, ""])
})

test("creates a sandbox tenant unless --mode is live, and prints which one it is and how to get the other", async () => {
  const create = async (...args: string[]) => {
    const { result, stderr } = await run("tenant", "create", "--name", "Escola Azul", "--email", "boss@example.com", ...args)
    return [result.mode, stderr.trim()]
  }
  const sandbox =
    "Created a sandbox tenant: its banks and gateways are simulated, and it stays a sandbox. " +
    "For real money create another with --mode live."
  assert.deepEqual(await create(), ["sandbox", sandbox])
  const live = "Created a live tenant, for real money. To try things out create another with --mode sandbox."
  assert.deepEqual(await create("--mode", "live"), ["live", live])
})

test("refuses arguments of start and pages, and starts nothing for their help", () => {
  const launch = (...args: string[]) => {
    const { status, stdout, stderr } = spawnSync(process.execPath, ["bin/countersign.mjs", ...args], {
      env: inheritedEnv(),
      encoding: "utf8",
    })
    return [status, stderr || stdout.split("\n")[0]]
  }
  assert.deepEqual(launch("start", "--help"), [0, "Usage: countersign start [options]"])
  assert.deepEqual(launch("test", "-h"), [0, "Usage: countersign test [options]"])
  assert.deepEqual(launch("start", "--port", "5000"), [2, "error: unknown option '--port'\n"])
  assert.deepEqual(launch("pages", "now"), [2, "error: too many arguments for 'pages'. Expected 0 arguments but got 1: now.\n"])
})

test("names an unknown tenant in one sentence", async () => {
  const person = ["--tenant", "64f000000000000000000000", "--email", "ana@example.com"]
  for (const command of [
    ["user", "create", ...person, "--role", "finance"],
    ["user", "reset", ...person],
    ["billing", "plan", person[1]!, "team"],
    ["billing", "invoices", person[1]!],
  ]) {
    const { code, stdout, stderr } = await run(...command)
    assert.deepEqual([code, stdout, stderr], [1, "", "There is no tenant 64f000000000000000000000 here\n"])
  }
})

test("checks the settings of the service without starting it, and warns of what would surprise later", async () => {
  const check = (env: Record<string, string>) => runCommand(["config", "check"], env)
  const { code, result } = await check({ BASE_URL: "http://pay.example.com" })
  assert.deepEqual([code, result.ok, result.warnings.length], [0, true, 3])
  assert.match(result.warnings[0], /^BASE_URL http:\/\/pay\.example\.com is not encrypted/)
  const wrong = await check({ PORT: "many", DATABASE_URL: databaseUrl })
  assert.deepEqual([wrong.code, wrong.stdout], [1, ""])
  assert.match(wrong.stderr, /PORT .*\n.*SECRET_KEY is required/)
})

test("fails if the result can't be written", { skip: !existsSync("/dev/full") && "there is no /dev/full" }, () => {
  const full = openSync("/dev/full", "w")
  const args = ["tenant", "create", "--name", "Escola Azul", "--email", "boss@example.com"]
  const env = { ...inheritedEnv(), DATABASE_URL: databaseUrl, SECRET_KEY: secretKey }
  const { status, stderr } = spawnSync(process.execPath, [programPath("cli"), ...args], {
    env,
    stdio: ["ignore", full, "pipe"],
    encoding: "utf8",
  })
  closeSync(full)
  assert.equal(status, 1)
  assert.match(stderr, /\nThe command was carried out, but its result could not be printed: ENOSPC[^\n]*\n$/)
})

test("a command that can't reach its database says so in one sentence", async () => {
  const unreachable = `postgres://countersign:secret-of-ours@localhost:${await freePort()}/countersign`
  const backup = join(tmpdir(), `countersign-${process.pid}.backup`)
  const create = ["tenant", "create", "--name", "Escola Azul", "--email", "boss@example.com"]
  for (const command of [create, ["keys", "rotate"], ["backup", backup]]) {
    const { code, stdout, stderr } = await runOn(unreachable, ...command)
    assert.deepEqual([code, stdout], [1, ""])
    assert.match(stderr, /^Can't connect to the database in DATABASE_URL: connect ECONNREFUSED [^\n]+ Check host, port, [^\n]+\.\n$/)
    assert.doesNotMatch(stderr, /secret-of-ours/)
  }
  assert.equal(existsSync(backup), false)
})

test("names the embedded database, and no unset setting, when a command runs while the service starts", async () => {
  const dataDir = mkdtempSync(join(tmpdir(), "countersign-cli-"))
  writeFileSync(join(dataDir, "postgres.json"), JSON.stringify({ postgres: "x", countersign: "x" }))
  const release = acquireLock(dataDir)
  const { code, stderr } = await runCommand(["backup", join(dataDir, "backup")], { DATA_DIR: dataDir })
  release()
  rmSync(dataDir, { recursive: true })
  assert.equal(code, 1)
  assert.match(
    stderr,
    /^Can't connect to the embedded database in [^\n]+ENOENT [^\n]+ Nothing was changed: [^\n]+ Try again in a moment\.\n$/,
  )
})

test("a command whose connection is lost says that it may have taken effect", async () => {
  const lock = await lockTable(databaseUrl, "tenants")
  const created = run("tenant", "create", "--name", "Escola Azul", "--email", "boss@example.com")
  await until(async () => (await lock.countWaiting()) > 0, "it waits for the table")
  await lock.endWaiting()
  await lock.release()
  const { code, stdout, stderr } = await created
  assert.deepEqual([code, stdout], [1, ""])
  assert.match(stderr, /^The connection to the database was lost: [^\n]+ not known: check before you repeat it\.\n$/)
})

test("names a DATABASE_URL that is not an address, without its password", async () => {
  for (const url of ["postgres://countersign:secret#of-ours@localhost/countersign", "postgres://countersign:secret%of-ours@localhost/x"]) {
    const { code, stdout, stderr } = await runOn(url, "keys", "rotate")
    assert.deepEqual([code, stdout], [1, ""])
    assert.match(stderr, /^Can't connect to the database in DATABASE_URL: [^\n]+ Check host, port, user, password [^\n]+\n$/)
    assert.doesNotMatch(stderr, /of-ours/)
  }
})
