import { type ChildProcess, execFile, spawn } from "node:child_process"
import { once } from "node:events"
import { mkdtempSync, rmSync } from "node:fs"
import { createServer } from "node:net"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { setTimeout as wait } from "node:timers/promises"
import { promisify } from "node:util"
import { startEmbedded } from "../src/embedded/postgres.ts"
import { openDatabaseProxy } from "../test/database-proxy.ts"
import { bundleChanged, type SourceChange } from "../test/programs.ts"

export type Service = Awaited<ReturnType<typeof startService>>
export type Credentials = { tenantId: string; apiKey: string; password: string }

export const secretKey = "a secret key that is only for trials"
const maxStartMs = 120_000

/**
 * Two processes that serve requests and one that works off jobs, on an embedded PostgreSQL with its usual settings. `changes` are mistakes
 * that are put into the code, to see that they are found.
 */
export async function startService(changes: readonly SourceChange[] = [], more: Record<string, string> = {}) {
  const folder = mkdtempSync(join(tmpdir(), "countersign-trial-"))
  const programs = join(folder, "programs")
  await bundleChanged(programs, changes)
  const embed = () => startEmbedded({ dataDir: folder, report() {} })
  let database = await embed()
  const proxy = await openDatabaseProxy(database.url, await freePort())
  const settings = {
    ...inheritedSettings(),
    DATABASE_URL: proxy.url,
    SECRET_KEY: secretKey,
    HOST: "127.0.0.1",
    BASE_URL: "http://127.0.0.1", // the same for all processes, as behind a load balancer
    PROCESSES: "1",
    WEBHOOKS_ALLOW_PRIVATE: "true",
    LOG_LEVEL: "error",
    RATE_LIMIT_PER_KEY: "0",
    RATE_LIMIT_PER_TENANT: "0",
    ...more,
  }
  const members = await Promise.all(["api", "api", "worker"].map(async role => newMember(programs, { ...settings, ROLE: role })))
  await members[0]!.start() // alone, because it migrates the empty database
  await Promise.all(members.slice(1).map(member => member.start()))
  return {
    /** Of the processes that serve requests. */
    addresses: members.slice(0, 2).map(({ address }) => address),
    members,
    /** Passes the proxy, and so is never broken by a fault. */
    databaseUrl: database.url,
    cutConnections: proxy.reset,
    async crashDatabase() {
      process.kill(database.pid, "SIGKILL")
      await database.unexpectedExit
      await database.stop()
      database = await embed()
    },
    async createTenant(name: string, email = "owner@example.com"): Promise<Credentials> {
      const command = [join(programs, "cli.mjs"), "tenant", "create", "--name", name, "--email", email]
      const { stdout } = await promisify(execFile)(process.execPath, command, { env: settings })
      return JSON.parse(stdout) as Credentials
    },
    async stop() {
      await Promise.all(members.map(member => member.kill("SIGTERM")))
      proxy.disconnect()
      await database.stop()
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

/** One process of the service. It can be started again on the same port. */
async function newMember(programs: string, settings: Record<string, string>) {
  const port = await freePort()
  const address = `http://127.0.0.1:${port}`
  let child: ChildProcess | undefined
  let output = ""
  const isReady = () =>
    fetch(`${address}/readyz`).then(
      ({ ok }) => ok,
      () => false,
    )
  return {
    address,
    role: settings["ROLE"]!,
    async start() {
      child = spawn(process.execPath, [join(programs, "server.mjs")], { env: { ...settings, PORT: String(port) }, stdio: "pipe" })
      const started = child
      for (const stream of [child.stdout!, child.stderr!]) stream.setEncoding("utf8").on("data", (text: string) => (output += text))
      const end = Date.now() + maxStartMs
      while (!(await isReady())) {
        if (started.exitCode !== null || Date.now() > end) throw new Error(`a process of the service did not start: ${output}`)
        await wait(50)
      }
    },
    signal: (signal: NodeJS.Signals) => child!.kill(signal),
    async kill(signal: "SIGKILL" | "SIGTERM" = "SIGKILL") {
      if (child!.exitCode !== null || child!.signalCode !== null) return
      const closed = once(child!, "close")
      child!.kill(signal)
      await closed
    },
  }
}

/** None of the settings of this process reach the service. */
function inheritedSettings(): Record<string, string> {
  const { PATH = "", HOME = "", TMPDIR } = process.env
  return { PATH, HOME, ...(TMPDIR !== undefined && { TMPDIR }) }
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, "127.0.0.1")
  await once(server, "listening")
  const address = server.address()
  server.close()
  return (address as { port: number }).port
}
