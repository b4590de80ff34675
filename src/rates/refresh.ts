import { log } from "../kit/log.ts"
import { request } from "../kit/request.ts"
import { merged, readFeed } from "./feed.ts"
import { currentRates, saveRates } from "./store.ts"

/** Many times what a feed of all the world's currencies weighs. What is longer is cut, and then can't be read. */
const mostBytes = 256 * 1024

/** Fetches the rates and keeps what is believable of them. Throws when nothing is, and then the last good ones stay. */
export async function refresh(url: string, withinMs = 10_000) {
  const headers = { accept: "application/json, application/xml", "user-agent": "Countersign-Rates/1" }
  // The operator set the address, so it may well be on the inside.
  const { status, body } = await request({ method: "GET", url, headers, withinMs, keep: mostBytes, allowPrivate: true })
  if (status !== 200) throw new Error(`FX_RATES_URL answered ${status}`)
  const { rates, refused } = merged(await currentRates(), readFeed(body), new Date())
  if (refused.length > 0)
    log.warn({ refused, date: rates.date }, "some exchange rates moved too far to be believed; their last good ones stay")
  await saveRates(rates)
}
