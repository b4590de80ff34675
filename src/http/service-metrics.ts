import { Gauge } from "@prometheus-io/client"
import { isInOutage } from "../kit/db/outage.ts"
import { lockPool, pool, reportPool } from "../kit/db/pools.ts"
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

new Gauge({
  name: "countersign_database_outage",
  aggregator: "max",
  help: "1 while the database can't be used, else 0",
  collect() {
    this.set(isInOutage() ? 1 : 0)
  },
})

const pools = () => Object.entries({ requests: pool, locks: lockPool, reports: reportPool })

new Gauge({
  name: "countersign_database_connections",
  help: "Connections to the database by pool: in use, idle, and requests that wait for one",
  labelNames: ["pool", "state"],
  collect() {
    for (const [name, { totalCount, idleCount, waitingCount }] of pools()) {
      this.set({ pool: name, state: "used" }, totalCount - idleCount)
      this.set({ pool: name, state: "idle" }, idleCount)
      this.set({ pool: name, state: "waiting" }, waitingCount)
    }
  },
})

new Gauge({
  name: "countersign_database_connections_max",
  help: "How many connections each pool may open",
  labelNames: ["pool"],
  collect() {
    for (const [name, { options }] of pools()) this.set({ pool: name }, options.max)
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

/** Reads a figure from the database. Without the database it is left out, and the others are shown all the same. */
async function collectFrom<T>(gauge: Gauge, read: () => Promise<T>, show: (value: T) => void) {
  gauge.reset()
  await read().then(show, () => gauge.remove())
}

new Gauge({
  name: "countersign_oldest_due_job_seconds",
  aggregator: "max",
  help: "How long the oldest due job has waited for a worker, whichever process is asked",
  collect() {
    return collectFrom(this, findOldestDueSeconds, seconds => this.set(seconds))
  },
})

new Gauge({
  name: "countersign_failed_jobs",
  aggregator: "max",
  help: "Jobs that have failed for good and wait for a person, whichever process is asked",
  labelNames: ["kind"],
  collect() {
    return collectFrom(this, countFailedJobs, counts => counts.forEach(({ kind, n }) => this.set({ kind }, n)))
  },
})

new Gauge({
  name: "countersign_pending_deliveries",
  aggregator: "max",
  help: "Webhook deliveries that are due or will be tried again, whichever process is asked",
  collect() {
    return collectFrom(this, readBacklog, ({ pending }) => this.set(pending))
  },
})

new Gauge({
  name: "countersign_oldest_due_delivery_seconds",
  aggregator: "max",
  help: "How long the oldest due webhook delivery has waited to be tried, whichever process is asked",
  collect() {
    return collectFrom(this, readBacklog, ({ oldestSeconds }) => this.set(oldestSeconds))
  },
})
