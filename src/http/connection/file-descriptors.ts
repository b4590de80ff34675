import { closeSync, openSync } from "node:fs"
import type { Server } from "node:http"
import { Counter } from "@prometheus-io/client"
import { log } from "../../kit/service/log.ts"

const exhausted = new Counter({
  name: "countersign_file_descriptors_exhausted_total",
  help: "How often the process was seen without a free file descriptor",
})
const probeIntervalMs = 1_000
const logIntervalMs = 60_000
const isExhaustion = (error: unknown) => ["EMFILE", "ENFILE"].includes((error as NodeJS.ErrnoException).code ?? "")

/**
 * Says once a minute that no file descriptors are left. Node closes new connections then and tells nobody, so a file is opened every
 * second; where Node can't even close them, the server has an error, which would end the process.
 */
export function watchFileDescriptors(server: Server) {
  let loggedAt = -logIntervalMs
  const note = (error: unknown) => {
    if (!isExhaustion(error)) return
    exhausted.inc()
    const now = performance.now()
    if (now - loggedAt < logIntervalMs) return
    loggedAt = now
    const { code } = error as NodeJS.ErrnoException
    log.error({ code }, "no file descriptors are left, so new connections are closed at once: raise the limit (ulimit -n, LimitNOFILE)")
  }
  const timer = setInterval(() => probe(note), probeIntervalMs).unref()
  // Only once it listens: until then an error such as a used port is for whoever waits for it.
  server.once("listening", () => server.on("error", note)).once("close", () => clearInterval(timer))
}

function probe(note: (error: unknown) => void) {
  try {
    closeSync(openSync("/dev/null", "r"))
  } catch (error) {
    note(error)
  }
}
