import { setTimeout as wait } from "node:timers/promises"
import { readConfig } from "../src/kit/service/config.ts"
import { start } from "../src/start.ts"

/** The service as `npm start` runs it, in its own process and on the database of the bench. Needs --expose-gc. */
const DATABASE_URL = process.env["BENCH_DATABASE"]!
const service = await start({ ...readConfig(process.env), DATABASE_URL, SECRET_KEY: [process.env["BENCH_SECRET_KEY"]!] })
process.send!({ address: service.address })

const commands = { memory: sendMemory, cpu: sendCpu, stop }
process.on("message", (command: keyof typeof commands) => void commands[command]())
process.on("disconnect", () => process.exit(1)) // the bench process has exited

/** Collects three times: the first pass runs finalizers, the later ones free what the finalizers released. */
async function sendMemory() {
  for (let pass = 0; pass < 3; pass++) {
    globalThis.gc!()
    await wait(100)
  }
  const { rss, heapUsed } = process.memoryUsage()
  process.send!({ rss, heapUsed })
}

/** Microseconds of CPU that the process has used so far, on all its threads. */
function sendCpu() {
  const { user, system } = process.cpuUsage()
  process.send!(user + system)
}

async function stop() {
  await service.stop()
  process.exit(0)
}
