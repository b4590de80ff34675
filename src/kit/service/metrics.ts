import { Counter, register, collectDefaultMetrics } from "@prometheus-io/client"

collectDefaultMetrics()

export const jobsDone = new Counter({ name: "countersign_jobs_total", help: "Jobs by kind and outcome", labelNames: ["kind", "outcome"] })

export const metrics = register
