import { once } from "node:events"
import { buildPages } from "./cli/build-pages.ts"
import { openSandbox } from "./cli/first-start.ts"
import { type Embedded, startEmbedded } from "./embedded/postgres.ts"
import { version } from "./http/about.ts"
import { reloadCertificates } from "./http/connection/certificate.ts"
import { type Config, readConfig } from "./kit/service/config.ts"
import { Fault } from "./kit/service/fault.ts"
import { announce } from "./kit/service/log.ts"
import { readOrCreateSecretKeys } from "./embedded/secret-key.ts"
import { onStopSignals } from "./kit/service/stop-signals.ts"
import { type RunningService, start } from "./start.ts"

const stopRequest = new AbortController()
onStopSignals({
  stop(signal) {
    announce(`\nStopping: ${signal}. Requests in flight are answered first; another signal stops at once.`, { signal })
    stopRequest.abort()
  },
  force: () => process.exit(1),
  ...(process.env["TLS_CERT_FILE"] && { reload: reloadCertificates }),
})

try {
  process.exit(await run(readConfig(process.env), stopRequest.signal))
} catch (error) {
  if (error === stopRequest.signal.reason) process.exit(0) // stopped before it was ready
  console.error(describeError(error))
  process.exit(1)
}

/** Serves until it has to stop, and returns the exit code. Stops what it started, in reverse order. */
async function run(settings: Config, signal: AbortSignal): Promise<number> {
  const report = (line: string) => announce(line)
  if (settings.ROLE !== "worker") await buildPages(report)
  const embedded = settings.embedded ? await startEmbedded({ dataDir: settings.DATA_DIR, report, signal }) : undefined
  try {
    const DATABASE_URL = embedded?.url ?? settings.DATABASE_URL!
    const SECRET_KEY = settings.SECRET_KEY ?? readOrCreateSecretKeys(settings.DATA_DIR)
    const sandbox = embedded && openSandbox(settings)
    const DEMO_INTEGRATION_KEYS = [...(sandbox ? [sandbox.demoKey] : []), ...settings.DEMO_INTEGRATION_KEYS]
    const service = await start({ ...settings, DATABASE_URL, SECRET_KEY, DEMO_INTEGRATION_KEYS }, signal, sandbox?.create)
    try {
      if (sandbox) announce(sandbox.describe())
      announce(`${describeService(settings, service)} Press Ctrl-C to stop.`, { version, role: settings.ROLE })
      return await untilStop(signal, embedded)
    } finally {
      await service.stop()
    }
  } finally {
    await embedded?.stop()
  }
}

function describeService({ ROLE, BASE_URL }: Config, { address }: RunningService): string {
  if (ROLE === "worker") return `The worker of Countersign is up; ${address}/healthz shows its health.`
  return `Countersign is up at ${BASE_URL}${ROLE === "api" ? " (api)" : ""}.`
}

/** Returns the exit code: 0 after a signal, 1 if the embedded database ends by itself. */
async function untilStop(signal: AbortSignal, embedded: Embedded | undefined): Promise<number> {
  const stopped = signal.aborted ? undefined : once(signal, "abort").then(() => undefined)
  const reason = await Promise.race([stopped, ...(embedded ? [embedded.unexpectedExit] : [])])
  if (reason === undefined) return 0
  announce(`\nStopping: the database stopped unexpectedly. ${reason}`)
  return 1
}

type NetworkError = NodeJS.ErrnoException & { port?: number; address?: string; hostname?: string }

/** Returns a message that says what to do; an unexpected error keeps its stack trace. */
function describeError(error: unknown): string {
  if (error instanceof Fault) return error.message
  const { code, message, stack, port, hostname, address = hostname } = error as NetworkError
  if (code === "EADDRINUSE")
    return `Port ${port} is used by another program. Stop that program, or set PORT to a free port: PORT=${Number(port) + 1} npm start`
  if (code === "EACCES" && port) return `Port ${port} needs root. Set PORT to a port above 1023.`
  // Errors of DATABASE_URL have their own Fault, so only HOST is left.
  if (["EADDRNOTAVAIL", "ENOTFOUND", "EAI_AGAIN"].includes(code ?? ""))
    return `HOST names ${address}, which is not an address of this machine. Set HOST to one of its addresses, or to 0.0.0.0 for all.`
  return stack ?? message
}
