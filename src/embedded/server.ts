import { spawn } from "node:child_process"
import { existsSync, readFileSync, rmSync } from "node:fs"
import { join } from "node:path"
import { setTimeout as sleep } from "node:timers/promises"
import { directoryFor, type Place, serverEnvironment } from "./cluster.ts"
import { EmbeddedFault, faultFromOutput } from "./fault.ts"
import { openLog } from "./log.ts"
import { isAlive, processesIn, startOf } from "./processes.ts"

type Say = (line: string) => void

export type Server = { pid: number; adopted: boolean; died: Promise<string>; stop(): Promise<void> }

/** Takes over the server that a killed parent left running, or starts one. Resolves when it accepts connections. */
export async function runServer(place: Place, settings: Record<string, string>, say: Say): Promise<Server> {
  const left = await leftover(place.cluster)
  if (left !== undefined) {
    const watched = watch(left, () => faultFromOutput("", place.dataDir).message, say)
    if (await becomesReady(place.cluster, left, watched.gone, say)) return { pid: left, adopted: true, ...watched }
    await watched.stop()
  }
  return launch(place, settings, say)
}

async function launch(place: Place, settings: Record<string, string>, say: Say): Promise<Server> {
  const log = openLog(place.dataDir)
  const options = Object.entries(settings).flatMap(([name, value]) => ["-c", `${name}=${value}`])
  const child = spawn(join(place.binaries, "postgres"), ["-D", directoryFor(place), ...options], {
    ...place.owner,
    cwd: place.cluster,
    env: serverEnvironment,
    stdio: ["ignore", log.file, log.file],
    // Ctrl-C reaches every process of the terminal's group; the server must stay until the open requests are answered.
    detached: true,
  })
  log.close()
  await new Promise((resolve, reject) => child.once("spawn", resolve).once("error", reject))
  child.unref()
  const pid = child.pid!
  // Only the end of a long life tells why it ended; a connection that was refused an hour ago does not.
  const lastLines = () => log.sinceStart().split("\n").slice(-10).join("\n")
  const watched = watch(pid, () => faultFromOutput(lastLines(), place.dataDir).message, say)
  if (await becomesReady(place.cluster, pid, watched.gone, say)) return { pid, adopted: false, ...watched }
  await watched.stop() // it is gone; whoever called hears it from the fault, and only once
  throw faultFromOutput(log.sinceStart(), place.dataDir)
}

/** The pid of a server that works in this directory now. */
async function leftover(cluster: string): Promise<number | undefined> {
  const noted = readPidFile(cluster)
  if (!noted) return undefined
  if (process.platform !== "linux") return noted.directory === cluster && isAlive(noted.pid) ? noted.pid : undefined
  for (let waitedMs = 0; waitedMs < 10_000; waitedMs += 100) {
    const working = processesIn(cluster)
    if (working.includes(noted.pid)) return noted.pid
    if (working.length === 0) {
      // PostgreSQL handles a free number itself, but takes one that another program got since, or that a dead process
      // still has because nobody collects it (a container without init), for a rival.
      if (existsSync(`/proc/${noted.pid}`)) {
        for (const name of ["postmaster.pid", ".s.PGSQL.5432.lock"]) rmSync(join(cluster, name), { force: true })
      }
      return undefined
    }
    await sleep(100) // its children notice the death of their parent and go
  }
  const pids = processesIn(cluster).join(", ")
  throw new EmbeddedFault(`Processes ${pids} of an earlier PostgreSQL still use ${cluster}. End them, then start again.`)
}

/** A cluster that was not shut down replays its log first. That may take long and must not be cut short. */
async function becomesReady(cluster: string, pid: number, gone: () => boolean, say: Say): Promise<boolean> {
  for (let waitedMs = 0; !gone(); waitedMs += 25) {
    const noted = readPidFile(cluster)
    if (noted?.pid === pid && noted.status === "ready") return true
    if (waitedMs % 10_000 === 5_000) say("PostgreSQL is still starting. After a crash it replays its log first.")
    await sleep(25)
  }
  return false
}

/** What PostgreSQL writes for pg_ctl: its pid, the directory, and in the eighth line how far it is. */
function readPidFile(cluster: string) {
  try {
    const lines = readFileSync(join(cluster, "postmaster.pid"), "utf8").split("\n")
    return { pid: Number(lines[0]), directory: lines[1], status: lines[7]?.trim() }
  } catch {
    return undefined
  }
}

function watch(pid: number, reason: () => string, say: Say) {
  const start = startOf(pid)
  const gone = () => start === undefined || startOf(pid) !== start
  let stopping = false
  const died = new Promise<string>(resolve => {
    const timer = setInterval(() => {
      if (!gone()) return
      clearInterval(timer)
      if (stopping) return
      const message = reason()
      say(message)
      resolve(message)
    }, 250).unref()
  })

  /** Fast shutdown ends open transactions and writes everything out; the last resort leaves that to the next start. */
  async function stop() {
    stopping = true
    for (const signal of ["SIGINT", "SIGQUIT"] as const) {
      if (!gone()) process.kill(pid, signal)
      for (let waitedMs = 0; waitedMs < 10_000 && !gone(); waitedMs += 10) await sleep(10)
    }
  }
  return { gone, died, stop }
}
