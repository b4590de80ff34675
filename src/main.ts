import cluster from "node:cluster"
import { once } from "node:events"
import { buildPages } from "./cli/build-pages.ts"
import { type Embedded, startEmbedded } from "./embedded/postgres.ts"
import { readOrCreateSecretKeys } from "./embedded/secret-key.ts"
import { version } from "./http/about.ts"
import { reloadCertificates } from "./http/connection/certificate.ts"
import { type Config, readConfig } from "./kit/service/config.ts"
import { announce } from "./kit/service/log.ts"
import { onStopSignals } from "./kit/service/stop-signals.ts"
import { describeError } from "./processes/describe-error.ts"
import type { Launch, Running } from "./processes/launch.ts"
import { planProcesses } from "./processes/plan.ts"

if (cluster.isWorker) (await import("./processes/child.ts")).runChild()
else await main()

async function main() {
  const stopRequest = new AbortController()
  const started: { launch?: Launch; service?: Running } = {}
  onStopSignals({
    stop(signal) {
      announce(`\nStopping: ${signal}. Requests in flight are answered first; another signal stops at once.`, { signal })
      stopRequest.abort()
    },
    force() {
      started.launch?.kill()
      process.exit(1)
    },
    reload: () => reload(started.service),
  })
  try {
    process.exit(await run(readConfig(process.env), stopRequest.signal, started))
  } catch (error) {
    if (error === stopRequest.signal.reason) process.exit(0) // stopped before it was ready
    const message = describeError(error)
    if (message !== "") console.error(message)
    process.exit(1)
  }
}

/** What SIGHUP does. False if there is nothing to reload: then it is a stop. */
function reload(service: Running | undefined): boolean {
  if (service?.replaceAll && !hasTerminal()) service.replaceAll()
  else if (process.env["TLS_CERT_FILE"]) reloadCertificates()
  else return false
  return true
}

/** A terminal that is closed sends SIGHUP. */
function hasTerminal(): boolean {
  return process.stdin.isTTY || process.stdout.isTTY
}

/** Serves until it has to stop, and returns the exit code. Stops what it started, in reverse order. */
async function run(settings: Config, signal: AbortSignal, started: { launch?: Launch; service?: Running }): Promise<number> {
  const report = (line: string) => announce(line)
  const plan = planProcesses(settings)
  // Only one of them is loaded. A primary process knows nothing of the application.
  const launch = plan
    ? (await import("./processes/primary.ts")).launchProcesses(settings, plan)
    : (await import("./processes/single.ts")).launchSingle(settings)
  started.launch = launch
  if (settings.ROLE !== "worker") await buildPages(report)
  const embedded = settings.embedded ? await startEmbedded({ dataDir: settings.DATA_DIR, report, signal }) : undefined
  try {
    const databaseUrl = embedded?.url ?? settings.DATABASE_URL!
    const secretKeys = settings.SECRET_KEY ?? readOrCreateSecretKeys(settings.DATA_DIR)
    const service = (started.service = await launch.start({ databaseUrl, secretKeys }, signal))
    try {
      if (service.welcome !== undefined) announce(service.welcome)
      const facts = { version, role: settings.ROLE, processes: service.processes }
      announce(`${describeService(settings, service)} Press Ctrl-C to stop.`, facts)
      return await untilStop(signal, embedded, service)
    } finally {
      await service.stop()
    }
  } finally {
    await embedded?.stop()
  }
}

function describeService({ ROLE, BASE_URL }: Config, { address }: Running): string {
  if (ROLE === "worker") return `The worker of Countersign is up; ${address}/healthz shows its health.`
  return `Countersign is up at ${BASE_URL}${ROLE === "api" ? " (api)" : ""}.`
}

/** Returns the exit code: 0 after a signal, 1 if the embedded database or the processes of the service end by themselves. */
async function untilStop(signal: AbortSignal, embedded: Embedded | undefined, { failure }: Running): Promise<number> {
  const stopped = signal.aborted ? Promise.resolve(undefined) : once(signal, "abort").then(() => undefined)
  const databaseEnd = embedded?.unexpectedExit.then(reason => `the database stopped unexpectedly. ${reason}`)
  const reason = await Promise.race([stopped, failure, ...(databaseEnd ? [databaseEnd] : [])])
  if (reason === undefined) return 0
  announce(`\nStopping: ${reason}`)
  return 1
}
