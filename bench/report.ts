import type { Usage } from "./usage.ts"

/** The result of a benchmark: a table, and whether its target was met. `hotPaths` are its lines in the table of all hot paths. */
export type Report = { title: string; columns: string[]; rows: string[][]; passed?: boolean; note?: string; hotPaths?: HotPath[] }

/** `npm run bench table` measures only what is in its table, and each for less time, so that all of it takes five minutes. */
export const isTable = process.argv[2] === "table"

/** Each figure is the median of this many rounds; each round warms up first and then measures. BENCH_SECONDS=1 is a quick trial run. */
export const rounds = isTable ? 2 : 3
export const measureSeconds = Number(process.env["BENCH_SECONDS"] ?? (isTable ? 2 : 5))
export const warmUpSeconds = isTable ? measureSeconds : measureSeconds + 1

/** Of an even number of values, the mean of the middle two. */
export function median(values: number[]): number {
  const sorted = values.toSorted((a, b) => a - b)
  const [low, high] = [sorted[(sorted.length - 1) >> 1]!, sorted[sorted.length >> 1]!]
  return (low + high) / 2
}

/** Returns the median of each field. */
export function medians<const K extends string>(samples: Record<K, number>[]): Record<K, number> {
  const names = Object.keys(samples[0]!) as K[]
  return Object.fromEntries(names.map(name => [name, median(samples.map(sample => sample[name]))])) as Record<K, number>
}

export const formatInteger = (value: number) => Math.round(value).toLocaleString("en-US")
export const formatDecimal = (value: number) => value.toFixed(1)
export const formatRatio = (value: number) => value.toFixed(2)

type LoadFigures = Record<"perSecond" | "p50Ms" | "p99Ms", number>

/** A request or delivery under load beside its limit, and what each costs. Deliveries have no response times. */
export type HotPath = { name: string; target: number; limit: Throughput; load: Throughput }
type Throughput = { perSecond: number } & Partial<LoadFigures & Usage>

export const loadColumns = ["", "per second", "p50 ms", "p99 ms", "of the limit"]

export const loadRow = (name: string, { perSecond, p50Ms, p99Ms }: LoadFigures, limit: number) => [
  name,
  formatInteger(perSecond),
  formatDecimal(p50Ms),
  formatDecimal(p99Ms),
  formatRatio(perSecond / limit),
]

export function renderMarkdown({ title, columns, rows, passed, note }: Report): string {
  const line = (cells: string[]) => `| ${cells.join(" | ")} |`
  const verdict = passed === undefined ? "" : passed ? "Target met." : "Target NOT met."
  const table = [line(columns), line(columns.map(() => "---")), ...rows.map(line)]
  return [`## ${title}`, "", ...table, "", [verdict, note].filter(Boolean).join(" "), ""].join("\n")
}
