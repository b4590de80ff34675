import cluster from "node:cluster"
import { once } from "node:events"
import { setTimeout as wait } from "node:timers/promises"
import { log, processVariable } from "../kit/service/log.ts"
import { type Answers, type Assignment, type Order, openChannel, type Ready, type Report } from "./channel.ts"

/** A process that does not serve after this time, because it hangs, counts as one that could not start. */
const maxStartMs = 180_000

export type Exit = { code: number | null; signal: NodeJS.Signals | null }
export type Child = ReturnType<typeof spawnChild>
export type Role = Assignment["role"]

/**
 * Starts another process of this service. It loads the application meanwhile, and serves once it is told to. Connections that the primary
 * process accepts are given to those that listen, in turn.
 */
export function spawnChild(name: string, role: Role, onReport: (report: Exclude<Report, { ready: Ready }>) => void, answers: Answers) {
  const worker = cluster.fork({ [processVariable]: name })
  const startedAt = performance.now()
  const { promise: ready, resolve } = Promise.withResolvers<Ready>()
  const exited: Promise<Exit> = once(worker.process, "exit").then(([code, signal]) => ({ code, signal }))
  const state = { isReady: false, hasEnded: false }
  const follow = (report: Report) => {
    if (!("ready" in report)) return onReport(report)
    state.isReady = true
    resolve(report.ready)
  }
  const channel = openChannel<Order, Report>(worker, follow, answers)
  void exited.then(() => (state.hasEnded = true))
  const kill = () => void worker.process.kill("SIGKILL")

  return {
    id: worker.id,
    name,
    role,
    exited,
    kill,
    tell: channel.tell,
    ask: channel.ask,
    isServing: () => state.isReady && !state.hasEnded,
    wasReady: () => state.isReady,
    ageMs: () => performance.now() - startedAt,
    /** Resolves once it serves; with undefined if it ends before, as it must after some time. */
    async serve(assignment: Assignment): Promise<Ready | undefined> {
      channel.tell({ serve: assignment })
      const late = new AbortController()
      wait(maxStartMs, undefined, { signal: late.signal, ref: false }).then(kill, () => {})
      const serving = await Promise.race([ready, exited.then(() => undefined)])
      late.abort()
      if (serving) log.info({ started: name, pid: worker.process.pid }, "a process serves")
      return serving
    },
    /**
     * Resolves when it has answered its requests and ended. From now on it gets no connections. Those that are on their way to it arrive,
     * because `disconnect` here comes after them; if it closed its side itself, the last ones would be lost.
     */
    async stop(reason: "for good" | "replaced"): Promise<Exit> {
      channel.tell({ stop: reason })
      if (!worker.isDead()) worker.disconnect()
      return exited
    },
  }
}
