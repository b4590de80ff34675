import { createDemoTenant, readOrCreateDemoKey } from "./cli/first-start.ts"
import { EmbeddedFault } from "./embedded/fault.ts"
import { type Embedded, startEmbedded } from "./embedded/postgres.ts"
import { type Config, ConfigFault, readConfig } from "./kit/service/config.ts"
import { readOrCreateSecretKey } from "./embedded/secret-key.ts"
import { type RunningService, start } from "./start.ts"

try {
  await run(readConfig(process.env))
} catch (error) {
  console.error(describeError(error))
  process.exit(1)
}

async function run(settings: Config) {
  const embedded = settings.embedded ? await startEmbedded({ dataDir: settings.DATA_DIR, report: line => console.log(line) }) : undefined
  try {
    const DATABASE_URL = embedded?.url ?? settings.DATABASE_URL!
    const SECRET_KEY = settings.SECRET_KEY ?? [readOrCreateSecretKey(settings.DATA_DIR)]
    const demoKeys = embedded ? [readOrCreateDemoKey(settings)] : []
    const DEMO_INTEGRATION_KEYS = [...demoKeys, ...settings.DEMO_INTEGRATION_KEYS]
    const service = await start({ ...settings, DATABASE_URL, SECRET_KEY, DEMO_INTEGRATION_KEYS })
    if (demoKeys[0] !== undefined) await createDemoTenant(settings, demoKeys[0])
    console.log(`Countersign is up at ${settings.BASE_URL}${settings.ROLE === "all" ? "" : ` (${settings.ROLE})`}. Press Ctrl-C to stop.`)
    stopOnSignal(service, embedded)
  } catch (error) {
    await embedded?.stop()
    throw error
  }
}

/** The first signal waits for requests in flight; a second one exits at once. */
function stopOnSignal(service: RunningService, embedded: Embedded | undefined) {
  let isStopping = false
  const stop = async (reason: string, exitCode: number) => {
    if (isStopping) process.exit(1)
    isStopping = true
    console.log(`\nStopping: ${reason}`)
    await service.stop()
    await embedded?.stop()
    process.exit(exitCode)
  }
  for (const signal of ["SIGTERM", "SIGINT"] as const) process.on(signal, () => void stop(signal, 0))
  void embedded?.unexpectedExit.then(reason => stop(`the database stopped unexpectedly. ${reason}`, 1))
}

/** Returns a message that says what to do; an unexpected error keeps its stack trace. */
function describeError(error: unknown): string {
  if (error instanceof ConfigFault || error instanceof EmbeddedFault) return error.message
  const { code, message, stack, port } = error as NodeJS.ErrnoException & { port?: number }
  if (code === "EADDRINUSE")
    return `Port ${port} is used by another program. Stop that program, or set PORT to a free port: PORT=${Number(port) + 1} npm start`
  if (code === "EACCES" && port) return `Port ${port} needs root. Set PORT to a port above 1023.`
  if (code === "ECONNREFUSED" || code === "ENOTFOUND" || code === "28P01" || code === "3D000")
    return `Can't connect to the database in DATABASE_URL: ${message}. Check host, port, user, password and database name.`
  return stack ?? message
}
