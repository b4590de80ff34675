import { useEffect, useState } from "react"
import { dayMs, hourMs } from "../../src/kit/pure/calendar.ts"
import { locale } from "./language.ts"
import { tenantNow } from "./time.ts"
import { t } from "./translate.ts"

const units: [say: (count: number) => string, ms: number][] = [
  [count => t`${count} d`, dayMs],
  [count => t`${count} h`, hourMs],
  [count => t`${count} m`, 60_000],
  [count => t`${count} s`, 1_000],
]

/** "1 m 51 s", "3 d 4 h": the two largest units of a span. */
export function span(ms: number): string {
  const first = units.findIndex(([, size]) => Math.abs(ms) >= size)
  if (first < 0) return `${Math.round(ms)} ms`
  const [[say, size], next] = [units[first]!, units[first + 1]]
  const count = Math.floor(Math.abs(ms) / size)
  const rest = next ? Math.floor((Math.abs(ms) % size) / next[1]) : 0
  return rest > 0 && next ? `${say(count)} ${next[0](rest)}` : say(count)
}

/** "405 ms", "1.2 s". */
export const replyTime = (ms: number) => (ms < 1000 ? `${ms} ms` : t`${oneDecimal(ms / 1000)} s`)
const oneDecimal = (count: number) => count.toLocaleString(locale, { minimumFractionDigits: 1, maximumFractionDigits: 1 })

/** The tenant's time, updated every second. */
export function useNow(): Date {
  const [now, setNow] = useState(tenantNow)
  useEffect(() => {
    const timer = setInterval(() => setNow(tenantNow()), 1000)
    return () => clearInterval(timer)
  }, [])
  return now
}
