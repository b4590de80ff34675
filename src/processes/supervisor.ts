import { setTimeout as wait } from "node:timers/promises"
import { leaseOf } from "../kit/service/leased-counts.ts"
import { log } from "../kit/service/log.ts"
import { takeHere } from "../kit/service/rate-limit.ts"
import type { Answers, Assignment } from "./channel.ts"
import { createMetricsSum } from "./metrics-sum.ts"
import type { Plan } from "./plan.ts"
import { type Child, type Exit, type Role, spawnChild } from "./spawn.ts"

/** A process that has lived this long did not end because of how it started. */
const steadyMs = 60_000
/** The pause before another process takes the place of one that ended: none at first, then twice as long each time. */
const [firstPauseMs, maxPauseMs] = [1_000, 30_000]
/** After so many in a row that ended before they served, while no other serves, the service ends too. */
const maxFailedStarts = 5
/** A launcher forwards what it gets, so one SIGHUP to a group arrives twice. */
const sameSignalMs = 1_000

/** The place of a process, and the process that has it now. While it is being replaced, nothing else takes the place. */
type Place = { name: string; role: Role; child: Child; failures: number; isReplacing: boolean }

/** Starts the processes of a service, keeps them running, and replaces them one by one. `assign` says what each is to serve. */
export function createSupervisor(assign: (role: Role) => Assignment) {
  const places: Place[] = []
  const metrics = createMetricsSum()
  const { promise: failure, resolve: fail } = Promise.withResolvers<string>()
  let isStopping = false

  const children = () => places.map(({ child }) => child)
  const readMetrics = () =>
    metrics.render(
      children()
        .filter(child => child.isServing())
        .map(child => ({ id: child.id, read: () => child.ask("metrics", null) })),
    )
  const answers: Answers = { allMetrics: readMetrics, take: async quotas => takeHere(quotas, leaseOf) }

  function spawn(name: string, role: Role): Child {
    const child = spawnChild(name, role, signal => wakeOthers(role, signal), answers)
    void child.exited.then(() => metrics.end(child.id))
    return child
  }

  /** Requests wake the worker, and the worker wakes requests that wait for it. */
  function wakeOthers(role: Role, signal: string) {
    for (const child of children()) if (child.role !== role) child.tell({ wake: signal })
  }

  /** Starts another process in the place of one that ends by itself, until the service stops. */
  async function watch(place: Place, child: Child): Promise<void> {
    const exit = await child.exited
    const isLeft = () => !isStopping && !place.isReplacing && place.child === child
    if (!isLeft()) return
    place.failures = child.ageMs() < steadyMs ? place.failures + 1 : 1
    log.error({ ended: place.name, ...exit }, "a process ended by itself; another one takes its place")
    if (!child.wasReady() && place.failures >= maxFailedStarts && !children().some(each => each.isServing()))
      return fail(`${place.failures} processes in a row ended before they served, the last one ${describeExit(exit)}; the log says why.`)
    if (place.failures > 1) await wait(Math.min(firstPauseMs * 2 ** (place.failures - 2), maxPauseMs), undefined, { ref: false })
    if (isLeft()) void take(place, spawn(place.name, place.role))
  }

  function take(place: Place, child: Child) {
    place.child = child
    void watch(place, child)
    return child.serve(assign(place.role))
  }

  /** The new process serves before the old one stops. Returns whether it does; if it can't start, the old one stays. */
  async function replace(place: Place): Promise<boolean> {
    const [old, next] = [place.child, spawn(place.name, place.role)]
    place.isReplacing = true
    const ready = await next.serve(assign(place.role))
    place.isReplacing = false
    if (isStopping || !ready) {
      next.kill()
      if (!old.isServing()) void watch(place, old)
      return false
    }
    Object.assign(place, { child: next, failures: 0 })
    void watch(place, next)
    await old.stop("replaced")
    return true
  }

  return {
    /** Resolves with the reason if the processes can't be kept running. */
    failure,
    readMetrics,
    spawn,
    /** Keeps a process that serves already. */
    keep(child: Child) {
      const place = { name: child.name, role: child.role, child, failures: 0, isReplacing: false }
      places.push(place)
      void watch(place, child)
    },
    /** Starts those that the plan has beside the first one. Resolves once they serve. */
    startOthers({ web, hasWorker }: Plan): Promise<unknown> {
      const names = [...(hasWorker ? ["worker"] : []), ...Array.from({ length: web - 1 }, (_, i) => `web-${i + 2}`)]
      const newPlaces = names.map((name): Place => {
        const role = name === "worker" ? "worker" : "api"
        return { name, role, child: spawn(name, role), failures: 0, isReplacing: false }
      })
      places.push(...newPlaces)
      return Promise.all(newPlaces.map(place => take(place, place.child)))
    },
    replaceAll: oneAfterTheOther(async () => {
      log.info("SIGHUP: the processes are replaced one by one")
      for (const place of places)
        if (!(await replace(place))) {
          if (!isStopping) log.error({ name: place.name }, "a new process could not start, so the processes that run stay; see above why")
          return
        }
      log.info("all processes were replaced")
    }),
    async stop() {
      isStopping = true
      await Promise.all(children().map(child => child.stop("for good")))
    },
    kill() {
      for (const child of children()) child.kill()
    },
  }
}

export const describeExit = ({ code, signal }: Exit) => (signal === null ? `with the exit code ${code}` : `by ${signal}`)

/** Runs again after the current run if it is called meanwhile. Calls of the same moment count as one. */
function oneAfterTheOther(work: () => Promise<void>): () => void {
  let last = -Infinity
  let running: Promise<void> | undefined
  let isWanted = false
  const run = async () => {
    do {
      isWanted = false
      await work()
    } while (isWanted)
    running = undefined
  }
  return () => {
    if (performance.now() - last < sameSignalMs) return
    last = performance.now()
    if (running) isWanted = true
    else running = run()
  }
}
