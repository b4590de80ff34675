import { spawn } from "node:child_process"
import { existsSync, readFileSync, rmSync } from "node:fs"
import { join } from "node:path"
import { setTimeout as sleep } from "node:timers/promises"
import { dataDirectoryArgument, type ClusterLocation, serverEnvironment } from "./cluster.ts"
import { EmbeddedFault, faultFromOutput } from "./fault.ts"
import { openLog } from "./log.ts"
import { isAlive, processesIn, processStartTime } from "./processes.ts"

type Report = (line: string) => void

export type Server = { pid: number; adopted: boolean; unexpectedExit: Promise<string>; stop(): Promise<void> }

type ServerOptions = { settings: Record<string, string>; report: Report; signal: AbortSignal | undefined }

/** Adopts the server that a killed parent process left running, or starts one. Resolves when it accepts connections. */
export async function runServer(location: ClusterLocation, options: ServerOptions): Promise<Server> {
  const runningPid = await findRunningServer(location.cluster)
  if (runningPid !== undefined) {
    const monitor = monitorProcess(runningPid, () => faultFromOutput("", location.dataDir).message, options.report)
    if (await waitUntilReady(location.cluster, runningPid, monitor.hasExited, options))
      return { pid: runningPid, adopted: true, ...monitor }
    await monitor.stop()
  }
  options.signal?.throwIfAborted()
  return launch(location, options)
}

async function launch(location: ClusterLocation, serverOptions: ServerOptions): Promise<Server> {
  const { settings, report, signal } = serverOptions
  const log = openLog(location.dataDir)
  const options = Object.entries(settings).flatMap(([name, value]) => ["-c", `${name}=${value}`])
  const child = spawn(join(location.binaries, "postgres"), ["-D", dataDirectoryArgument(location), ...options], {
    ...location.owner,
    cwd: location.cluster,
    env: serverEnvironment,
    stdio: ["ignore", log.file, log.file],
    // Ctrl-C signals every process of the terminal's group; the server must run until the requests in flight are answered.
    detached: true,
  })
  log.close()
  await new Promise((resolve, reject) => child.once("spawn", resolve).once("error", reject))
  child.unref()
  const pid = child.pid!
  // Only the last lines show why the server ended; an error logged an hour ago does not.
  const lastLines = () => log.sinceStart().split("\n").slice(-10).join("\n")
  const monitor = monitorProcess(pid, () => faultFromOutput(lastLines(), location.dataDir).message, report)
  if (await waitUntilReady(location.cluster, pid, monitor.hasExited, serverOptions)) return { pid, adopted: false, ...monitor }
  await monitor.stop() // if the server has exited, this suppresses the report, because the error below has the reason
  signal?.throwIfAborted()
  throw faultFromOutput(log.sinceStart(), location.dataDir)
}

/** Returns the pid of the server that runs in this directory, if any. */
async function findRunningServer(cluster: string): Promise<number | undefined> {
  const pidFile = readPidFile(cluster)
  if (!pidFile) return undefined
  if (process.platform !== "linux") return pidFile.directory === cluster && isAlive(pidFile.pid) ? pidFile.pid : undefined
  for (let waitedMs = 0; waitedMs < 10_000; waitedMs += 100) {
    const pids = processesIn(cluster)
    if (pids.includes(pidFile.pid)) return pidFile.pid
    if (pids.length === 0) {
      // PostgreSQL ignores a pid that no process has. It refuses to start if another program has the pid now, or if the
      // process is a zombie that is never reaped (a container without init), so the pid files are removed here.
      if (existsSync(`/proc/${pidFile.pid}`)) {
        for (const name of ["postmaster.pid", ".s.PGSQL.5432.lock"]) rmSync(join(cluster, name), { force: true })
      }
      return undefined
    }
    await sleep(100) // the child processes exit once they notice that the postmaster has exited
  }
  const pids = processesIn(cluster).join(", ")
  throw new EmbeddedFault(`Processes ${pids} of an earlier PostgreSQL still use ${cluster}. End them, then start again.`)
}

/** Waits without a time limit, unless the start is given up: a cluster that was not shut down replays its WAL first. */
async function waitUntilReady(cluster: string, pid: number, hasExited: () => boolean, { report, signal }: ServerOptions): Promise<boolean> {
  for (let waitedMs = 0; !hasExited() && !signal?.aborted; waitedMs += 25) {
    const pidFile = readPidFile(cluster)
    if (pidFile?.pid === pid && pidFile.status === "ready") return true
    if (waitedMs % 10_000 === 5_000) report("PostgreSQL is still starting. After a crash it replays its write-ahead log first.")
    await sleep(25)
  }
  return false
}

/** Reads what PostgreSQL writes for pg_ctl: the pid, the data directory, and the status in the eighth line. */
function readPidFile(cluster: string) {
  try {
    const lines = readFileSync(join(cluster, "postmaster.pid"), "utf8").split("\n")
    return { pid: Number(lines[0]), directory: lines[1], status: lines[7]?.trim() }
  } catch {
    return undefined
  }
}

function monitorProcess(pid: number, reason: () => string, report: Report) {
  const start = processStartTime(pid)
  const hasExited = () => start === undefined || processStartTime(pid) !== start
  let stopping = false
  const unexpectedExit = new Promise<string>(resolve => {
    const timer = setInterval(() => {
      if (!hasExited()) return
      clearInterval(timer)
      if (stopping) return
      const message = reason()
      report(message)
      resolve(message)
    }, 250).unref()
  })

  const send = (signal: NodeJS.Signals) => {
    try {
      if (!hasExited()) process.kill(pid, signal)
    } catch {
      // The process has exited meanwhile.
    }
  }
  // The server ends with this process, unless this process is killed and can't send a signal.
  const endWithProcess = () => send("SIGQUIT")
  process.once("exit", endWithProcess)

  /** SIGINT is a fast shutdown: it rolls back open transactions and writes a checkpoint. SIGQUIT leaves recovery to the next start. */
  async function stop() {
    stopping = true
    for (const signal of ["SIGINT", "SIGQUIT"] as const) {
      send(signal)
      for (let waitedMs = 0; waitedMs < 10_000 && !hasExited(); waitedMs += 10) await sleep(10)
    }
    process.off("exit", endWithProcess)
  }
  return { hasExited, unexpectedExit, stop }
}
