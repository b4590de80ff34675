import { Worker } from "node:worker_threads"
import { generalProblem } from "../../kit/pure/errors.ts"
import type { Drawn } from "./draw-worker.ts"
import type { Sheet } from "./sheet.ts"

/** Two thousand lines take about two seconds on a slow core. If a sheet takes longer than this, its thread is terminated. */
const maxDrawMs = 20_000
const maxHeapMiB = 256
/** Further callers are told to try again, so that they don't wait until their client gives up. */
const maxWaiting = 100

let worker: Worker | undefined
let waiting = 0
let last: Promise<unknown> = Promise.resolve()

/** Draws on another thread, one sheet after another, so that requests go on meanwhile. */
export async function drawInThread(sheet: Sheet): Promise<Buffer> {
  if (waiting >= maxWaiting) throw generalProblem("RTE-1001", { retryAfterSeconds: 5 })
  waiting++
  const drawn = last.then(() => drawNext(sheet))
  last = drawn.catch(() => {})
  return drawn.finally(() => waiting--)
}

/** The thread is started with the first document. It does not keep the process alive while it has nothing to do. */
function threadFor(): Worker {
  if (worker) return worker
  const started = new Worker(new URL("draw-worker.ts", import.meta.url), {
    execArgv: [],
    resourceLimits: { maxOldGenerationSizeMb: maxHeapMiB },
  })
  started.on("exit", () => worker === started && (worker = undefined))
  return (worker = started)
}

async function drawNext(sheet: Sheet): Promise<Buffer> {
  const thread = threadFor()
  thread.ref()
  const { promise, resolve, reject } = Promise.withResolvers<Drawn>()
  const onExit = () => reject(new Error("the thread that draws documents has ended"))
  const timer = setTimeout(() => {
    worker = undefined
    void thread.terminate()
    reject(new Error(`a document took longer than ${maxDrawMs} ms`))
  }, maxDrawMs)
  thread.once("message", resolve).once("error", reject).once("exit", onExit)
  try {
    thread.postMessage(sheet)
    const drawn = await promise
    if ("error" in drawn) throw new Error(`a document could not be drawn: ${drawn.error}`)
    return Buffer.from(drawn.bytes)
  } finally {
    clearTimeout(timer)
    thread.off("message", resolve).off("error", reject).off("exit", onExit)
    thread.unref()
  }
}
