// The guide to real money works when it is followed: from an empty live tenant to a link that is paid at Stripe.
import assert from "node:assert/strict"
import { spawnSync } from "node:child_process"
import { after, test } from "node:test"
import { readConfig } from "../src/kit/service/config.ts"
import { start } from "../src/start.ts"
import { startStripe } from "./doubles/stripe/server.ts"
import { cloneDatabase } from "./service.ts"
import { freePort } from "./free-port.ts"
import { followLiveGuide } from "./live-guide.ts"

const hasCurl = spawnSync("curl", ["--version"]).status === 0

test("the guide to going live leads to a paid link at Stripe", { skip: !hasCurl && "curl is not installed" }, async () => {
  const double = await startStripe()
  const secretKey = "rk_live_51KeyOfTheGuide"
  double.keys.set(secretKey, { lacks: [] })
  const [databaseUrl, port, secret] = [await cloneDatabase(), await freePort(), "a secret key that is only for tests"]
  const baseUrl = `http://127.0.0.1:${port}`
  const env = { DATABASE_URL: databaseUrl, SECRET_KEY: secret, BASE_URL: baseUrl, STRIPE_API_URL: double.url, PORT: String(port) }
  const config = readConfig({ ...env, HOST: "127.0.0.1", LOG_LEVEL: "error" })
  const service = await start({ ...config, DATABASE_URL: databaseUrl, SECRET_KEY: [secret] })
  after(() => service.stop())
  const steps: string[] = []
  const printed = await followLiveGuide({ baseUrl, env, double, secretKey, report: step => steps.push(step) })
  assert.match(printed[1]!, /"status":"active"/)
  assert.match(printed[2]!, /^GATEWAY +NAME +ACCOUNT +STATUS +PROBLEMS\nstripe +Stripe +owner@example\.com +active +none$/)
  assert.equal(printed.at(-1), "paid-full")
  assert.deepEqual([double.state.charges.size, steps.length], [1, 6])
})
