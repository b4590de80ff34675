import assert from "node:assert/strict"
import { spawnSync } from "node:child_process"
import { existsSync, readFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { test } from "node:test"
import { runCommand } from "./command.ts"
import { secretKey } from "./faults/server-process.ts"
import { cloneDatabase, freePort, inheritedEnv } from "./harness.ts"

const databaseUrl = await cloneDatabase()

const run = (...args: string[]) => runOn(databaseUrl, ...args)
const runOn = (DATABASE_URL: string, ...args: string[]) => runCommand(args, { DATABASE_URL, SECRET_KEY: secretKey })

test("without a command the help is shown, with examples", async () => {
  const { code, stdout, stderr } = await run()
  assert.deepEqual([code, stderr], [0, ""])
  assert.match(stdout, /^Usage: countersign /)
  assert.match(stdout, /^Examples:\n {2}npx countersign start\n/m)
})

test("--version prints the version of package.json, also as people start it, from the sources", async () => {
  const { version } = JSON.parse(readFileSync("package.json", "utf8")) as { version: string }
  assert.equal((await run("--version")).stdout, `${version}\n`)
  const { stdout, stderr } = spawnSync(process.execPath, ["bin/countersign.mjs", "--version"], { env: inheritedEnv(), encoding: "utf8" })
  assert.deepEqual([stdout, stderr], [`${version}\n`, ""])
})

test("a tenant is created as a sandbox unless it is to be live, and the command says which and how to get the other", async () => {
  const create = async (...args: string[]) => {
    const { result, stderr } = await run("tenant", "create", "--name", "Escola Azul", "--email", "boss@example.com", ...args)
    return [result.mode, stderr.trim()]
  }
  const sandbox =
    "Created a sandbox tenant: its banks and gateways are simulated, and it stays a sandbox. For real money create another with --mode live."
  assert.deepEqual(await create(), ["sandbox", sandbox])
  const live = "Created a live tenant, for real money. To try things out create another with --mode sandbox."
  assert.deepEqual(await create("--mode", "live"), ["live", live])
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

test("a DATABASE_URL that is no address is named, without its password", async () => {
  for (const url of ["postgres://countersign:secret#of-ours@localhost/countersign", "postgres://countersign:secret%of-ours@localhost/x"]) {
    const { code, stdout, stderr } = await runOn(url, "keys", "rotate")
    assert.deepEqual([code, stdout], [1, ""])
    assert.match(stderr, /^Can't connect to the database in DATABASE_URL: [^\n]+ Check host, port, user, password [^\n]+\n$/)
    assert.doesNotMatch(stderr, /of-ours/)
  }
})
