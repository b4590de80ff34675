import { cpus } from "node:os"
import { formatDecimal, formatInteger, formatRatio, type HotPath, type Report } from "./report.ts"

/** At 64 clients the slowest of a hundred responses may take this many times as long as the median. */
const maxSpread = 3

/** One table of all hot paths, each beside the limit that was measured in the same rounds. */
export function tableOf(hotPaths: HotPath[]): Report {
  return {
    title: `Hot paths on ${cpus().length} cores, ${new Date().toISOString().slice(0, 10)}`,
    columns: [
      "64 clients",
      "limit /s",
      "service /s",
      "ratio",
      "target",
      "p50 ms",
      "p99 ms",
      "p99 / p50",
      "CPU µs: Node",
      "PostgreSQL",
      "client",
      "PostgreSQL of the limit",
      "log bytes",
      "log bytes of the limit",
    ],
    rows: hotPaths.map(rowOf),
    passed: hotPaths.every(hasPassed),
    note: `A ratio below its target, or a p99 of more than ${maxSpread} × the p50, misses it.`,
  }
}

function rowOf({ name, target, limit, load }: HotPath): string[] {
  return [
    name,
    formatInteger(limit.perSecond),
    formatInteger(load.perSecond),
    formatRatio(load.perSecond / limit.perSecond),
    String(target),
    optional(load.p50Ms, formatDecimal),
    optional(load.p99Ms, formatDecimal),
    optional(spreadOf(load), formatDecimal),
    optional(load.serviceUs, formatInteger),
    optional(load.databaseUs, formatInteger),
    optional(load.clientUs, formatInteger),
    optional(limit.databaseUs, formatInteger),
    optional(load.walBytes, formatInteger),
    optional(limit.walBytes, formatInteger),
  ]
}

const hasPassed = ({ target, limit, load }: HotPath) => load.perSecond / limit.perSecond >= target && (spreadOf(load) ?? 0) <= maxSpread

const spreadOf = ({ p50Ms, p99Ms }: HotPath["load"]) => (p50Ms === undefined || p99Ms === undefined ? undefined : p99Ms / p50Ms)

const optional = (value: number | undefined, format: (value: number) => string) =>
  value === undefined || Number.isNaN(value) ? "" : format(value)
