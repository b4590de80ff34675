import assert from "node:assert/strict"
import { spawn } from "node:child_process"
import { once } from "node:events"
import { existsSync, mkdtempSync, readdirSync, readFileSync, readlinkSync, rmSync } from "node:fs"
import { connect } from "node:net"
import { tmpdir } from "node:os"
import { dirname, join } from "node:path"
import { after, test } from "node:test"
import { setTimeout as sleep } from "node:timers/promises"
import pg from "pg"
import { startEmbedded } from "../../src/embedded/postgres.ts"
import type { Keys } from "../../src/platform/api-keys/create-tenant.ts"
import { freePort } from "../free-port.ts"
import { createCaller, inheritedEnv, newContact, until } from "../harness.ts"
import { createUntilFailure } from "./load.ts"

/** Starts like bin/countersign.mjs, but installs nothing. */
const launchModule = join(dirname(dirname(import.meta.dirname)), "bin", "launch.mjs")
const launcher = `import { launch } from ${JSON.stringify(launchModule)}; await launch(process.argv[2], process.argv.slice(3))`
const root = mkdtempSync(join(tmpdir(), "countersign-signals-"))
const groups = new Set<number>()
after(async () => {
  for (const group of groups) signalGroup(group, "SIGKILL")
  for (const pid of processesUnder(root)) process.kill(pid, "SIGKILL")
  await until(async () => processesUnder(root).length === 0, "everything has ended")
  rmSync(root, { recursive: true, force: true })
})

let prepared: string | undefined

test("a signal to the whole process group under load drops no request and leaves no PostgreSQL running", async () => {
  const { baseUrl, dataDir, group, exitCode, isUp } = await launch(["start"], undefined, { PROCESSES: "2" })
  await isUp()
  prepared = dataDir
  const keys = readKeys(dataDir)
  const { _id: contact } = (await createCaller(baseUrl, keys).post("/v1/contacts/create", newContact())).body.data
  const load = createUntilFailure({ baseUrl, keys, contact }, "group")
  await until(async () => load.completed.length > 100, "the server is under load")
  signalGroup(group, "SIGTERM")
  process.kill(group, "SIGTERM") // `timeout` signals the process that it has started as well as the group
  assert.equal(await exitCode, 0)
  await load.ended
  assert.deepEqual([...load.statuses], [201])
  assert.deepEqual(load.failures, Array(32).fill("ECONNREFUSED")) // each client was refused once, and no open request was reset
  assert.deepEqual(processesUnder(dataDir), [])
  assert.deepEqual(await committedReferences(dataDir), load.completed.toSorted())
})

const moments = {
  "while the database is prepared": (process: Launched) => process.prints("Preparing a database"),
  "while PostgreSQL starts": ({ dataDir, until: waitUntil }: Launched) =>
    waitUntil(() => existsSync(join(dataDir, "postgres", "postmaster.pid")), "PostgreSQL starts"),
  "the instant it is up": (process: Launched) => process.isUp(),
}

for (const [moment, hasCome] of Object.entries(moments)) {
  let interrupted: string | undefined
  for (const signal of ["SIGINT", "SIGHUP"] as const)
    test(`${signal} to the process group ${moment} leaves nothing running`, async () => {
      const launched = await launch(["start"], interrupted)
      await hasCome(launched)
      signalGroup(launched.group, signal)
      assert.equal(await launched.exitCode, 0, launched.output())
      assert.deepEqual(processesUnder(launched.dataDir), [])
      assert.doesNotMatch(launched.output(), /error|\.ts:\d/i)
      if (moment !== "while the database is prepared") interrupted = launched.dataDir // the next test continues with this data
    })
}

test("a second Ctrl-C a second later does not wait for requests in flight, and still leaves nothing running", async () => {
  const { baseUrl, dataDir, group, exitCode, isUp, prints } = await launch(["start"], prepared)
  await isUp()
  const { hostname, port } = new URL(baseUrl)
  const socket = connect(Number(port), hostname).on("error", () => {})
  socket.write("POST /v1/contacts/create HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\nContent-Length: 100\r\n\r\n{")
  await once(socket, "connect")
  await (await fetch(`${baseUrl}/healthz`)).text() // the server has then read the headers
  signalGroup(group, "SIGINT")
  await prints("Stopping: SIGINT")
  await sleep(1_200)
  signalGroup(group, "SIGINT")
  assert.equal(await exitCode, 1)
  await until(async () => processesUnder(dataDir).length === 0, "PostgreSQL has ended")
})

test("Ctrl-C during a command leaves no database server that it has started", async () => {
  const command = await launch(["tenant", "create", "--name", "Escola Azul", "--email", "boss@example.com"])
  await command.until(() => existsSync(join(command.dataDir, "postgres", "postmaster.pid")), "PostgreSQL starts")
  signalGroup(command.group, "SIGINT")
  assert.equal(await command.exitCode, 130)
  await until(async () => processesUnder(command.dataDir).length === 0, "PostgreSQL has ended")
})

type Launched = Awaited<ReturnType<typeof launch>>

/** Runs `countersign start`, or another command, as the leader of a process group, as a shell and systemd do. */
async function launch(command = ["start"], dataDir = mkdtempSync(join(root, "data-")), settings: Record<string, string> = {}) {
  const PORT = String(await freePort())
  const args = ["--input-type=module", "--eval", launcher, "countersign", ...command]
  const child = spawn(process.execPath, args, {
    env: { ...inheritedEnv(), HOST: "127.0.0.1", PORT, DATA_DIR: dataDir, LOG_LEVEL: "error", PROCESSES: "1", ...settings },
    stdio: ["ignore", "pipe", "pipe"],
    detached: true,
  })
  const group = child.pid!
  groups.add(group)
  let text = ""
  for (const stream of [child.stdout, child.stderr]) stream.setEncoding("utf8").on("data", (chunk: string) => (text += chunk))
  const exitCode = once(child, "close").then(([code]) => {
    groups.delete(group)
    return code as number | null
  })
  const waitUntil = (condition: () => boolean, name: string) =>
    until(
      async () => {
        if (!groups.has(group)) throw new Error(`it has exited: ${text}`)
        return condition()
      },
      name,
      60_000,
    )
  const prints = (expected: string) => waitUntil(() => text.includes(expected), `${expected} is printed`)
  const baseUrl = `http://127.0.0.1:${PORT}`
  return { baseUrl, dataDir, group, exitCode, until: waitUntil, prints, isUp: () => prints("Countersign is up"), output: () => text }
}

function signalGroup(group: number, signal: NodeJS.Signals) {
  process.kill(-group, signal)
}

/** PostgreSQL and initdb have the data directory as their working directory. */
function processesUnder(directory: string): number[] {
  if (process.platform !== "linux") return []
  return readdirSync("/proc")
    .filter(name => /^\d+$/.test(name))
    .map(Number)
    .filter(pid => workingDirectory(pid).startsWith(directory))
}

function workingDirectory(pid: number): string {
  try {
    return readlinkSync(`/proc/${pid}/cwd`)
  } catch {
    return "" // it has ended, or belongs to another user
  }
}

const readKeys = (dataDir: string) => JSON.parse(readFileSync(join(dataDir, "demo.json"), "utf8")) as Keys

async function committedReferences(dataDir: string): Promise<string[]> {
  const embedded = await startEmbedded({ dataDir, report() {} })
  const client = new pg.Client({ connectionString: embedded.url, options: "-c app.tenants=*" })
  await client.connect()
  const { rows } = await client.query<{ reference: string }>("select reference from payment_intents where reference like 'group-%'")
  await client.end()
  await embedded.stop()
  return rows.map(({ reference }) => reference).toSorted()
}
