import { type ChildProcess, spawn } from "node:child_process"
import { once } from "node:events"
import { mkdtempSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { setTimeout as wait } from "node:timers/promises"
import { bundleChanged, type SourceChange } from "../test/programs.ts"
import { freePort, startDatabases } from "./databases.ts"

export type Service = Awaited<ReturnType<typeof startService>>
export type Credentials = { tenantId: string; apiKey: string; password: string }

export const secretKey = "a secret key that is only for trials"
const maxStartMs = 120_000

type ServiceOptions = {
  changes?: readonly SourceChange[] | undefined
  more?: Record<string, string>
  cells?: readonly string[]
  isHurried?: boolean
}

/**
 * Two processes that serve requests and one that works off jobs, on an embedded PostgreSQL with its usual settings, or on one for each
 * cell. `changes` are put into the code, such as mistakes that must be found. With `isHurried` the databases don't wait for the disk.
 */
export async function startService({ changes = [], more = {}, cells = [], isHurried = false }: ServiceOptions = {}) {
  const folder = mkdtempSync(join(tmpdir(), "countersign-trial-"))
  const programs = join(folder, "programs")
  await bundleChanged(programs, changes)
  const databases = await startDatabases(folder, cells, isHurried)
  const settings = {
    ...inheritedSettings(),
    ...databases.settings,
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
  /** Runs a command of the service's command line, and kills it after that time. */
  const command = (words: string[], killAfterMs = Infinity) => runToEnd([join(programs, "cli.mjs"), ...words], settings, killAfterMs)
  const succeed = async (words: string[]): Promise<string> => {
    const { code, output, errors } = await command(words)
    if (code !== 0) throw new Error(`countersign ${words.join(" ")} ended with ${code}: ${errors}`)
    return output
  }
  const members = await Promise.all(["api", "api", "worker"].map(async role => newMember(programs, { ...settings, ROLE: role })))
  for (const cell of cells) await succeed(["cell", "add", cell])
  await members[0]!.start() // alone, because it migrates an empty database
  await Promise.all(members.slice(1).map(member => member.start()))
  return {
    /** Of the processes that serve requests. */
    addresses: members.slice(0, 2).map(({ address }) => address),
    members,
    command,
    databaseUrl: databases.all[0]!.directUrl,
    databases: databases.all,
    async createTenant(name: string, email = "owner@example.com"): Promise<Credentials> {
      return JSON.parse(await succeed(["tenant", "create", "--name", name, "--email", email])) as Credentials
    },
    async stop() {
      await Promise.all(members.map(member => member.kill("SIGTERM")))
      await databases.stop()
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

async function runToEnd(args: string[], env: Record<string, string>, killAfterMs: number) {
  const child = spawn(process.execPath, args, { env, stdio: ["ignore", "pipe", "pipe"] })
  let [output, errors] = ["", ""]
  child.stdout.setEncoding("utf8").on("data", (text: string) => (output += text))
  child.stderr.setEncoding("utf8").on("data", (text: string) => (errors += text))
  const timer = killAfterMs < Infinity ? setTimeout(() => child.kill("SIGKILL"), killAfterMs) : undefined
  const [code] = (await once(child, "close")) as [number | null]
  clearTimeout(timer)
  return { code, output, errors }
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
  const launch = () => {
    const started = spawn(process.execPath, [join(programs, "server.mjs")], { env: { ...settings, PORT: String(port) }, stdio: "pipe" })
    for (const stream of [started.stdout, started.stderr]) stream.setEncoding("utf8").on("data", (text: string) => (output += text))
    return started
  }
  return {
    address,
    role: settings["ROLE"]!,
    /** As whatever runs processes does, it starts again one that ends because the database can't be reached yet. */
    async start() {
      const end = Date.now() + maxStartMs
      for (child = undefined; !(await isReady()); await wait(50)) {
        if (Date.now() > end) throw new Error(`a process of the service did not start: ${output}`)
        if (!child || child.exitCode !== null) child = launch()
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
