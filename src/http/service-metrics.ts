import { Gauge } from "@prometheus-io/client"
import { isInOutage } from "../kit/db/outage.ts"
import { allCells, type Cell, inCell, isOnlyCell } from "../kit/db/cells.ts"
import { countFailedJobs, findOldestDueSeconds } from "../kit/jobs/queue.ts"
import { config } from "../kit/service/config.ts"
import { ratesAgeSeconds } from "../money/rates/store.ts"
import { readBacklog } from "../platform/webhooks/health-store.ts"
import { version } from "./about.ts"

// Of several processes the figures are added, unless `aggregator` says otherwise.
new Gauge({
  name: "countersign_info",
  aggregator: "max",
  help: "Always 1; the labels say which version runs in which role",
  labelNames: ["version", "role"],
  collect() {
    this.set({ version, role: config.ROLE }, 1)
  },
})

/** An installation with one cell needs no name for it. */
const labelOf = (cell: string) => (isOnlyCell() ? {} : { cell })

new Gauge({
  name: "countersign_database_outage",
  aggregator: "max",
  help: "1 while the database can't be used, else 0",
  labelNames: ["cell"],
  collect() {
    for (const { name } of allCells()) this.set(labelOf(name), isInOutage(name) ? 1 : 0)
  },
})

const pools = () =>
  allCells().flatMap(({ name, pool, lockPool, reportPool }) =>
    Object.entries({ requests: pool, locks: lockPool, reports: reportPool }).map(([kind, each]) => ({
      labels: { ...labelOf(name), pool: kind },
      each,
    })),
  )

new Gauge({
  name: "countersign_database_connections",
  help: "Connections to the database by pool: in use, idle, and requests that wait for one",
  labelNames: ["cell", "pool", "state"],
  collect() {
    for (const { labels, each } of pools()) {
      this.set({ ...labels, state: "used" }, each.totalCount - each.idleCount)
      this.set({ ...labels, state: "idle" }, each.idleCount)
      this.set({ ...labels, state: "waiting" }, each.waitingCount)
    }
  },
})

new Gauge({
  name: "countersign_database_connections_max",
  help: "How many connections each pool may open",
  labelNames: ["cell", "pool"],
  collect() {
    for (const { labels, each } of pools()) this.set(labels, each.options.max)
  },
})

const replicas = () => allCells().flatMap(({ name, replica }) => (replica ? [{ labels: labelOf(name), replica }] : []))

new Gauge({
  name: "countersign_replica_usable",
  aggregator: "min",
  help: "1 while the read replica serves lists and reports, 0 while the primary serves them instead",
  labelNames: ["cell"],
  collect() {
    for (const { labels, replica } of replicas()) this.set(labels, replica.fault === undefined ? 1 : 0)
  },
})

new Gauge({
  name: "countersign_replica_lag_bytes",
  aggregator: "max",
  help: "How far the read replica was behind the log of its primary when it last answered",
  labelNames: ["cell"],
  collect() {
    for (const { labels, replica } of replicas()) this.set(labels, replica.lag.bytes)
  },
})

new Gauge({
  name: "countersign_replica_lag_seconds",
  aggregator: "max",
  help: "How old the newest mark of the primary was that the read replica showed when it last answered",
  labelNames: ["cell"],
  collect() {
    for (const { labels, replica } of replicas()) this.set(labels, replica.lag.seconds)
  },
})

new Gauge({
  name: "countersign_fx_rates_age_seconds",
  aggregator: "max",
  help: "Age of the exchange rates in use, counted from the start of their day",
  collect() {
    this.set(ratesAgeSeconds())
  },
})

/** Reads a figure from each cell. Where its database can't be used the figure is left out, and the others are shown all the same. */
async function collectFrom<T>(gauge: Gauge, read: () => Promise<T>, show: (value: T, labels: { cell?: string }) => void) {
  gauge.reset()
  const usable = allCells().filter(({ name, fault }) => isOnlyCell() || !(fault || isInOutage(name)))
  const showFrom = (cell: Cell) =>
    inCell(cell, read).then(
      value => show(value, labelOf(cell.name)),
      () => {},
    )
  await Promise.all(usable.map(showFrom))
}

new Gauge({
  name: "countersign_oldest_due_job_seconds",
  aggregator: "max",
  help: "How long the oldest due job has waited for a worker, whichever process is asked",
  labelNames: ["cell"],
  collect() {
    return collectFrom(this, findOldestDueSeconds, (seconds, labels) => this.set(labels, seconds))
  },
})

new Gauge({
  name: "countersign_failed_jobs",
  aggregator: "max",
  help: "Jobs that have failed for good and wait for a person, whichever process is asked",
  labelNames: ["cell", "kind"],
  collect() {
    return collectFrom(this, countFailedJobs, (counts, labels) => counts.forEach(({ kind, n }) => this.set({ ...labels, kind }, n)))
  },
})

new Gauge({
  name: "countersign_pending_deliveries",
  aggregator: "max",
  help: "Webhook deliveries that are due or will be tried again, whichever process is asked",
  labelNames: ["cell"],
  collect() {
    return collectFrom(this, readBacklog, ({ pending }, labels) => this.set(labels, pending))
  },
})

new Gauge({
  name: "countersign_oldest_due_delivery_seconds",
  aggregator: "max",
  help: "How long the oldest due webhook delivery has waited to be tried, whichever process is asked",
  labelNames: ["cell"],
  collect() {
    return collectFrom(this, readBacklog, ({ oldestSeconds }, labels) => this.set(labels, oldestSeconds))
  },
})
