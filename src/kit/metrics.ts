import { Counter, register, collectDefaultMetrics } from "@prometheus-io/client"

collectDefaultMetrics()

export const jobsDone = new Counter({ name: "countersign_jobs_total", help: "Jobs by kind and outcome", labelNames: ["kind", "outcome"] })

export const deliveriesDone = new Counter({
  name: "countersign_deliveries_total",
  help: "Webhook attempts by outcome",
  labelNames: ["outcome"],
})

export const fxAnswers = new Counter({
  name: "countersign_fx_answers_total",
  help: "Comparisons by where their quotes came from: live, last-good or built-in; none are counted without FX_COMPARISON_URL",
  labelNames: ["quotes"],
})

export const metrics = register
