import { setTimeout as wait } from "node:timers/promises"
import { leaseOf } from "../kit/service/leased-counts.ts"
import { log } from "../kit/service/log.ts"
import { takeHere } from "../kit/service/rate-limit.ts"
import type { Answers, Assignment, Order } from "./channel.ts"
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

/** What the supervisor knows. `assign` says what each process is to serve. */
type State = {
  assign(role: Role): Assignment
  places: Place[]
  metrics: ReturnType<typeof createMetricsSum>
  /** The processes that answer many requests now, by id. */
  busy: Set<number>
  fail(reason: string): void
  isStopping: boolean
}

/** Starts the processes of a service, keeps them running, and replaces them one by one. */
export function createSupervisor(assign: State["assign"]) {
  const { promise: failure, resolve: fail } = Promise.withResolvers<string>()
  const state: State = { assign, places: [], metrics: createMetricsSum(), busy: new Set(), fail, isStopping: false }
  return {
    /** Resolves with the reason if the processes can't be kept running. */
    failure,
    readMetrics: () => readMetrics(state),
    spawn: (name: string, role: Role) => spawn(state, name, role),
    /** Keeps a process that serves already. */
    keep(child: Child) {
      const place = placeOf(child)
      state.places.push(place)
      void watch(state, place, child)
    },
    /** Starts those that the plan has beside the first one. Resolves once they serve. */
    startOthers({ web, hasWorker }: Plan): Promise<unknown> {
      const others = Array.from({ length: web - 1 }, (_, i) => spawn(state, `web-${i + 2}`, "api"))
      const added = [...(hasWorker ? [spawn(state, "worker", "worker")] : []), ...others].map(placeOf)
      state.places.push(...added)
      return Promise.all(added.map(place => begin(state, place, place.child)))
    },
    replaceAll: oneAfterTheOther(() => replaceAll(state)),
    async stop() {
      state.isStopping = true
      await Promise.all(state.places.map(({ child }) => child.stop("for good")))
    },
    kill() {
      for (const { child } of state.places) child.kill()
    },
  }
}

const placeOf = (child: Child): Place => ({ name: child.name, role: child.role, child, failures: 0, isReplacing: false })
const sourceOf = (child: Child) => ({ id: child.id, read: () => child.ask("metrics", null) })

function readMetrics({ places, metrics }: State): Promise<string> {
  const serving = places.map(({ child }) => child).filter(child => child.isServing())
  return metrics.render(serving.map(sourceOf))
}

function spawn(state: State, name: string, role: Role): Child {
  const answers: Answers = { allMetrics: () => readMetrics(state), take: async quotas => takeHere(quotas, leaseOf) }
  const noteBusy = (isBusy: boolean) => {
    state.busy[isBusy ? "add" : "delete"](child.id)
    tellOthers(state, role, { othersBusy: state.busy.size > 0 })
  }
  const child = spawnChild(
    name,
    role,
    report => ("busy" in report ? noteBusy(report.busy) : tellOthers(state, role, { wake: report.signal })),
    answers,
  )
  void child.exited.then(() => {
    if (role === "api") noteBusy(false)
    return state.metrics.end(child.id)
  })
  return child
}

/** Requests wake the worker and make it yield, and the worker wakes requests that wait for it. */
function tellOthers({ places }: State, role: Role, order: Order) {
  for (const { child } of places) if (child.role !== role) child.tell(order)
}

function begin(state: State, place: Place, child: Child) {
  place.child = child
  void watch(state, place, child)
  return child.serve(state.assign(place.role))
}

/** Starts another process in the place of one that ends by itself, until the service stops. */
async function watch(state: State, place: Place, child: Child): Promise<void> {
  const exit = await child.exited
  const isLeft = () => !state.isStopping && !place.isReplacing && place.child === child
  if (!isLeft()) return
  place.failures = child.ageMs() < steadyMs ? place.failures + 1 : 1
  log.error({ ended: place.name, ...exit }, "a process ended by itself; another one takes its place")
  if (!child.wasReady() && place.failures >= maxFailedStarts && !state.places.some(each => each.child.isServing()))
    return state.fail(
      `${place.failures} processes in a row ended before they served, the last one ${describeExit(exit)}; the log says why.`,
    )
  if (place.failures > 1) await wait(Math.min(firstPauseMs * 2 ** (place.failures - 2), maxPauseMs), undefined, { ref: false })
  if (isLeft()) void begin(state, place, spawn(state, place.name, place.role))
}

async function replaceAll(state: State) {
  log.info("SIGHUP: the processes are replaced one by one")
  for (const place of state.places)
    if (!(await replace(state, place))) {
      if (!state.isStopping) log.error({ kept: place.name }, "a new process could not start, so the processes that run stay; see above why")
      return
    }
  log.info("all processes were replaced")
}

/** The new process serves before the old one stops. Returns whether it does; if it can't start, the old one stays. */
async function replace(state: State, place: Place): Promise<boolean> {
  const [old, next] = [place.child, spawn(state, place.name, place.role)]
  place.isReplacing = true
  const ready = await next.serve(state.assign(place.role))
  place.isReplacing = false
  if (state.isStopping || !ready) {
    next.kill()
    if (!old.isServing()) void watch(state, place, old)
    return false
  }
  Object.assign(place, { child: next, failures: 0 })
  void watch(state, place, next)
  if (old.isServing()) await state.metrics.refresh(sourceOf(old))
  await old.stop("replaced")
  return true
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
