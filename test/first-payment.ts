// `node test/first-payment.ts` follows docs/guides/going-live.md from an empty live tenant to a link that is paid at the double of Stripe,
// and prints the time of each step. It needs curl and port 4000.
import { mkdtempSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { startEmbedded } from "../src/embedded/postgres.ts"
import { readConfig } from "../src/kit/service/config.ts"
import { start } from "../src/start.ts"
import { startStripe } from "./doubles/stripe/server.ts"
import { followLiveGuide } from "./live-guide.ts"

const [secret, secretKey, baseUrl] = ["a secret key that is only for measuring", "rk_live_51KeyOfTheGuide", "http://localhost:4000"]
const double = await startStripe()
double.keys.set(secretKey, { lacks: [] })
const dataDir = mkdtempSync(join(tmpdir(), "countersign-first-payment-"))
const embedded = await startEmbedded({ dataDir, report() {} })
const env = { DATABASE_URL: embedded.url, SECRET_KEY: secret, PORT: "4000", BASE_URL: baseUrl, STRIPE_API_URL: double.url }
const service = await start({ ...readConfig({ ...env, LOG_LEVEL: "error" }), DATABASE_URL: embedded.url, SECRET_KEY: [secret] })
const began = performance.now()
let before = began
let steps = 0
try {
  await followLiveGuide({
    baseUrl,
    env,
    double,
    secretKey,
    report(step) {
      const now = performance.now()
      console.log(`${++steps}. ${((now - before) / 1000).toFixed(1).padStart(5)} s  ${step}`)
      before = now
    },
  })
  console.log(`${steps} steps in ${((performance.now() - began) / 1000).toFixed(1)} s`)
} finally {
  await service.stop()
  await embedded.stop()
  rmSync(dataDir, { recursive: true })
}
process.exit() // the double would go on serving
