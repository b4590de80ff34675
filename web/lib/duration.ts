import { useEffect, useState } from "react"
import { dayMs, hourMs } from "../../src/kit/pure/calendar.ts"
import { tenantNow } from "./time.ts"

const units: [name: string, ms: number][] = [
  ["d", dayMs],
  ["h", hourMs],
  ["m", 60_000],
  ["s", 1_000],
]

/** "1 m 51 s", "3 d 4 h": the two largest units of a span. */
export function span(ms: number): string {
  const first = units.findIndex(([, size]) => Math.abs(ms) >= size)
  if (first < 0) return `${Math.round(ms)} ms`
  const [[name, size], next] = [units[first]!, units[first + 1]]
  const count = Math.floor(Math.abs(ms) / size)
  const rest = next ? Math.floor((Math.abs(ms) % size) / next[1]) : 0
  return rest > 0 && next ? `${count} ${name} ${rest} ${next[0]}` : `${count} ${name}`
}

/** "405 ms", "1.2 s". */
export const replyTime = (ms: number) => (ms < 1000 ? `${ms} ms` : `${(ms / 1000).toFixed(1)} s`)

/** The tenant's time, updated every second. */
export function useNow(): Date {
  const [now, setNow] = useState(tenantNow)
  useEffect(() => {
    const timer = setInterval(() => setNow(tenantNow()), 1000)
    return () => clearInterval(timer)
  }, [])
  return now
}
