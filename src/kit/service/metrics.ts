import { Counter, register, collectDefaultMetrics } from "@prometheus-io/client"

/** By default the event loop is sampled a hundred times a second, which was a third of what an idle service uses. */
collectDefaultMetrics({ eventLoopMonitoringPrecision: 50, eventLoopUtilizationTimeout: 1000 })

export const jobsDone = new Counter({ name: "countersign_jobs_total", help: "Jobs by kind and outcome", labelNames: ["kind", "outcome"] })

export const metrics = register
