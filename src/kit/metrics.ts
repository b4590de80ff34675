import { Counter, Histogram, register, collectDefaultMetrics } from "@prometheus-io/client"

collectDefaultMetrics()

export const requestSeconds = new Histogram({
  name: "countersign_request_seconds",
  help: "How long requests took, by operation and status",
  labelNames: ["operation", "status"],
  buckets: [0.002, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5],
})

export const jobsDone = new Counter({ name: "countersign_jobs_total", help: "Jobs by kind and outcome", labelNames: ["kind", "outcome"] })

export const deliveriesDone = new Counter({
  name: "countersign_deliveries_total",
  help: "Webhook attempts by outcome",
  labelNames: ["outcome"],
})

export const metrics = register
