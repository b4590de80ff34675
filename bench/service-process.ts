import cluster from "node:cluster"
import { setTimeout as wait } from "node:timers/promises"
import { readConfig } from "../src/kit/service/config.ts"
import { launchProcesses } from "../src/processes/primary.ts"
import { planProcesses } from "../src/processes/plan.ts"
import { launchSingle } from "../src/processes/single.ts"

if (cluster.isWorker) (await import("../src/processes/child.ts")).runChild()
else await serve()

/** The service as `npm start` runs it, in processes of its own and on the database of the bench. Needs --expose-gc. */
async function serve() {
  const settings = { ...readConfig(process.env), embedded: false } // without the sandbox of a first start
  const plan = planProcesses(settings)
  const launch = plan ? launchProcesses(settings, plan) : launchSingle(settings)
  const database = { databaseUrl: process.env["BENCH_DATABASE"]!, secretKeys: [process.env["BENCH_SECRET_KEY"]!] }
  const { address, allServe, stop } = await launch.start(database, new AbortController().signal)
  await allServe
  process.send!({ address })

  const commands = { memory: sendMemory, cpu: sendCpu, stop: () => stop().then(() => process.exit(0)) }
  process.on("message", (command: keyof typeof commands) => void commands[command]())
  process.on("disconnect", () => process.exit(1)) // the bench process has exited
}

/** Of one process. Collects three times: the first pass runs finalizers, the later ones free what the finalizers released. */
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
