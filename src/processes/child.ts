import { register } from "@prometheus-io/client"
import { noteReplacement } from "../http/connection/drain.ts"
import { isBusy, noteOthers } from "../kit/jobs/in-flight.ts"
import { sharedSignals } from "../kit/jobs/signal.ts"
import { readConfig } from "../kit/service/config.ts"
import { leasedCounts, leaseOf } from "../kit/service/leased-counts.ts"
import { connectMetrics } from "../kit/service/metrics.ts"
import { connectCounts, takeHere } from "../kit/service/rate-limit.ts"
import { type RunningService, startUnderPrimary } from "../start.ts"
import { openSandbox } from "../cli/first-start.ts"
import { type Assignment, openChannel, type Order, type Report } from "./channel.ts"
import { describeError } from "./describe-error.ts"

/** A signal wakes another process at most this often: each message costs both of them and the primary process some CPU. */
const signalIntervalMs = 5

/** One of the processes of a service. It serves when the primary process says so, and ends with the primary process, whatever ends that. */
export function runChild() {
  // A terminal and systemd signal all processes of a group. The primary process decides what follows.
  for (const signal of ["SIGTERM", "SIGINT", "SIGHUP"] as const) process.on(signal, () => {})
  const channel = openChannel<Report, Order>(process, follow, { metrics: () => register.getMetricsAsJSON() })
  let service: RunningService | undefined
  let isStopping = false
  // Node drops what the primary process has told this one if it disconnects while this one still loads.
  const endUnlessStopping = () => void (isStopping || process.exit(0))
  process.once("disconnect", endUnlessStopping)
  if (!process.connected) endUnlessStopping()

  function follow(order: Order) {
    if ("wake" in order) sharedSignals.get(order.wake.name)?.wake(order.wake.cell)
    else if ("othersBusy" in order) noteOthers(order.othersBusy)
    else if ("serve" in order) void serve(order.serve)
    else void stop(order.stop)
  }

  async function serve(assignment: Assignment) {
    try {
      const config = configOf(assignment)
      connectToPrimary(assignment)
      const sandbox = assignment.isFirst ? openSandbox(config) : undefined
      if (sandbox) config.DEMO_INTEGRATION_KEYS.unshift(sandbox.demoKey)
      service = await startUnderPrimary(config, sandbox?.create)
      const shown = sandbox && { welcome: sandbox.describe(), demoKey: sandbox.demoKey }
      channel.tell({ ready: { address: service.address, ...shown } })
    } catch (error) {
      console.error(describeError(error))
      process.exit(1)
    }
  }

  function connectToPrimary({ role }: Assignment) {
    const isConnected = () => process.connected
    connectMetrics(() => channel.ask("allMetrics", null))
    connectCounts(leasedCounts(async quotas => (isConnected() ? channel.ask("take", quotas) : takeHere(quotas, leaseOf))))
    const own = role === "worker" ? "worker" : "requests"
    if (role === "api") reportBusy(busy => channel.tell({ busy }))
    for (const [name, { raisedBy, forward }] of sharedSignals)
      if (raisedBy === own) forward(perName(cell => atIntervals(() => channel.tell({ signal: { name, cell } }))))
  }

  /** A process that does not serve yet ends at once: once it is disconnected, it would wait for its port for ever. */
  async function stop(reason: "for good" | "replaced") {
    isStopping = true
    if (reason === "replaced") noteReplacement()
    await service?.stop()
    process.exit(0)
  }
}

function configOf({ role, databaseUrl, secretKeys, demoKeys, ...shares }: Assignment) {
  const settings = readConfig(process.env)
  return {
    ...settings,
    ROLE: role,
    DATABASE_URL: databaseUrl,
    SECRET_KEY: secretKeys,
    DEMO_INTEGRATION_KEYS: [...demoKeys, ...settings.DEMO_INTEGRATION_KEYS],
    DATABASE_CONNECTIONS: shares.connections,
    MAX_CONNECTIONS: shares.maxConnections,
    MAX_CONNECTIONS_PER_ADDRESS: shares.maxConnectionsPerAddress,
  }
}

/** Requests last for milliseconds, and the worker's loops for longer, so it is enough to look this often. */
const busyIntervalMs = 100

function reportBusy(report: (isBusy: boolean) => void) {
  let last = false
  const look = () => {
    if (isBusy() === last) return
    last = !last
    report(last)
  }
  setInterval(look, busyIntervalMs).unref()
}

/** Calls `work` at once, and again after the interval if it was wanted meanwhile. */
function atIntervals(work: () => void): () => void {
  let timer: NodeJS.Timeout | undefined
  let isWanted = false
  const run = () => {
    isWanted = false
    work()
    timer = setTimeout(() => {
      timer = undefined
      if (isWanted) run()
    }, signalIntervalMs)
    timer.unref()
  }
  return () => {
    if (timer) isWanted = true
    else run()
  }
}

/** Keeps what it makes for each name. */
function perName(make: (name: string) => () => void): (name: string) => void {
  const made = new Map<string, () => void>()
  return name => {
    const act = made.get(name) ?? make(name)
    made.set(name, act)
    act()
  }
}
