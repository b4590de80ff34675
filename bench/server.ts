import { setTimeout as wait } from "node:timers/promises"
import { readConfig } from "../src/kit/config.ts"
import { start } from "../src/start.ts"

/** The service in a process of its own, as `npm start` runs it but for the database, which the bench shares. Needs --expose-gc. */
const DATABASE_URL = process.env["BENCH_DATABASE"]!
const running = await start({ ...readConfig(process.env), DATABASE_URL, SECRET_KEY: ["a secret key that is only for benches"] })
process.send!({ address: running.address })

process.on("message", (asked: "memory" | "stop") => void (asked === "memory" ? tellMemory() : stop()))
process.on("disconnect", () => process.exit(1)) // the bench is gone

/** What is left once all that can be collected is collected: a first pass lets finalizers run, a second takes what they let go. */
async function tellMemory() {
  for (let pass = 0; pass < 3; pass++) {
    globalThis.gc!()
    await wait(100)
  }
  const { rss, heapUsed } = process.memoryUsage()
  process.send!({ rss, heapUsed })
}

async function stop() {
  await running.stop()
  process.exit(0)
}
