import { databaseClock } from "../../kit/db/database-clock.ts"
import { log } from "../../kit/service/log.ts"
import { request } from "../../kit/service/outbound-http.ts"
import { mergeFeed, parseFeed } from "./feed.ts"
import { currentRates, saveRates } from "./store.ts"

/** Far more than a feed of all currencies needs. A longer one is cut, and then does not parse. */
const maxReplyBytes = 256 * 1024

/** Fetches the rates and stores the plausible ones. Throws when the feed is not valid; then the stored rates stay. */
export async function refreshRates(url: string, timeoutMs = 10_000) {
  const headers = { accept: "application/json, application/xml", "user-agent": "Countersign-Rates/1" }
  // The operator configured the address, so it may be in a private network.
  const { status, body } = await request({ method: "GET", url, headers, timeoutMs, maxReplyBytes, allowPrivate: true }).catch(
    (error: Error) => {
      throw new Error(`FX_RATES_URL can't be fetched: ${error.message}`) // otherwise the error would look like one of a database connection
    },
  )
  if (status !== 200) throw new Error(`FX_RATES_URL answered ${status}`)
  const { rates, refused } = mergeFeed(await currentRates(), parseFeed(body), databaseClock.now())
  if (refused.length > 0)
    log.warn({ refused, date: rates.date }, "some exchange rates changed too much to be plausible; the stored ones stay")
  await saveRates(rates)
}
