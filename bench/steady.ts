import { setTimeout as wait } from "node:timers/promises"

/** Sends at fixed times, even while earlier requests are pending, because waiting for responses would hide their delay. */
export async function sendSteadily<T>(perSecond: number, seconds: number, send: (i: number) => Promise<T>): Promise<T[]> {
  const start = performance.now()
  const requests: Promise<T>[] = []
  for (let i = 0; i < perSecond * seconds; i++) {
    const waitMs = start + (i * 1000) / perSecond - performance.now()
    if (waitMs > 0) await wait(waitMs)
    requests.push(send(i))
  }
  return Promise.all(requests)
}

export const sorted = (times: number[]) => times.toSorted((a, b) => a - b)

/** The percentile of sorted times; NaN if there are none. */
export const percentile = (times: number[], share: number) => times[Math.floor(times.length * share)] ?? Number.NaN
