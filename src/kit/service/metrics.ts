import { Counter, register, collectDefaultMetrics } from "@prometheus-io/client"

/** By default the event loop is sampled a hundred times a second, which was a third of what an idle service uses. */
collectDefaultMetrics({ eventLoopMonitoringPrecision: 50, eventLoopUtilizationTimeout: 1000 })

export const jobsDone = new Counter({ name: "countersign_jobs_total", help: "Jobs by kind and outcome", labelNames: ["kind", "outcome"] })

/** Reads the metrics of this process, or of all processes of the service. */
let read = () => register.metrics()

/** In one of several processes of a service the primary process reads the metrics of all. */
export const connectMetrics = (elsewhere: () => Promise<string>) => void (read = elsewhere)

export const readMetrics = () => read()
export const metricsType = register.contentType
