import { register } from "@prometheus-io/client"

const bounds = [0.002, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5]

/** Counts of an operation and status by duration, and their total duration. */
type Series = { labels: { operation: string; status: number }; within: number[]; sum: number; count: number }

const name = "countersign_request_seconds"
const all = new Map<string, Map<number, Series>>()

/**
 * Counts without the library, because this runs for every request. The library resolves its labels each time, which takes as long as
 * routing.
 */
export function recordRequest(operation: string, status: number, seconds: number) {
  const series = all.get(operation)?.get(status) ?? addSeries(operation, status)
  series.sum += seconds
  series.count++
  let first = 0
  while (first < bounds.length && seconds > bounds[first]!) first++
  if (first < bounds.length) series.within[first]!++
}

function addSeries(operation: string, status: number): Series {
  const series = { labels: { operation, status }, within: bounds.map(() => 0), sum: 0, count: 0 }
  all.set(operation, (all.get(operation) ?? new Map<number, Series>()).set(status, series))
  return series
}

function valuesOf({ labels, within, sum, count }: Series) {
  let below = 0
  const buckets = bounds.map((le, i) => ({ metricName: `${name}_bucket`, labels: { le, ...labels }, value: (below += within[i]!) }))
  return [
    ...buckets,
    { metricName: `${name}_bucket`, labels: { le: "+Inf", ...labels }, value: count },
    { metricName: `${name}_sum`, labels, value: sum },
    { metricName: `${name}_count`, labels, value: count },
  ]
}

const histogram = { name, help: "How long requests took, by operation and status", type: "histogram", aggregator: "sum" as const }
register.registerMetric({
  ...histogram,
  get: async () => ({ ...histogram, values: [...all.values()].flatMap(byStatus => [...byStatus.values()].flatMap(valuesOf)) }),
} as never)
