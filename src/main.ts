import { keptDemoKey, seedDemo } from "./demo.ts"
import { EmbeddedFault } from "./embedded/fault.ts"
import { type Embedded, startEmbedded } from "./embedded/postgres.ts"
import { type Config, ConfigFault, readConfig } from "./kit/config.ts"
import { keptSecret } from "./secret.ts"
import { type Running, start } from "./start.ts"

try {
  await run(readConfig(process.env))
} catch (error) {
  console.error(inWords(error))
  process.exit(1)
}

async function run(settings: Config) {
  const embedded = settings.embedded ? await startEmbedded({ dataDir: settings.DATA_DIR, say: line => console.log(line) }) : undefined
  try {
    const DATABASE_URL = embedded?.url ?? settings.DATABASE_URL!
    const SECRET_KEY = settings.SECRET_KEY ?? [keptSecret(settings.DATA_DIR)]
    const demoKeys = embedded ? [keptDemoKey(settings)] : []
    const DEMO_INTEGRATION_KEYS = [...demoKeys, ...settings.DEMO_INTEGRATION_KEYS]
    const running = await start({ ...settings, DATABASE_URL, SECRET_KEY, DEMO_INTEGRATION_KEYS })
    if (demoKeys[0] !== undefined) await seedDemo(settings, demoKeys[0])
    console.log(`Countersign is up at ${settings.BASE_URL}${settings.ROLE === "all" ? "" : ` (${settings.ROLE})`}. Ctrl-C stops it.`)
    stopWhenTold(running, embedded)
  } catch (error) {
    await embedded?.stop()
    throw error
  }
}

/** The first signal lets everybody inside finish; a second one does not wait. */
function stopWhenTold(running: Running, embedded: Embedded | undefined) {
  let told = false
  const stop = async (why: string) => {
    if (told) process.exit(1)
    told = true
    console.log(`\nStopping: ${why}`)
    await running.stop()
    await embedded?.stop()
    process.exit(why.startsWith("the database") ? 1 : 0)
  }
  for (const signal of ["SIGTERM", "SIGINT"] as const) process.on(signal, () => void stop(signal))
  void embedded?.died.then(reason => stop(`the database ended by itself. ${reason}`))
}

/** Says what is wrong and what to do. What nobody foresaw keeps its trace. */
function inWords(error: unknown): string {
  if (error instanceof ConfigFault || error instanceof EmbeddedFault) return error.message
  const { code, message, stack, port } = error as NodeJS.ErrnoException & { port?: number }
  if (code === "EADDRINUSE")
    return `Port ${port} is taken by another program. Stop that one, or set PORT to a free port: PORT=${Number(port) + 1} npm start`
  if (code === "EACCES" && port) return `Port ${port} may only be opened by root. Set PORT to one above 1023.`
  if (code === "ECONNREFUSED" || code === "ENOTFOUND" || code === "28P01" || code === "3D000")
    return `The database of DATABASE_URL can't be reached: ${message}. Check host, port, user, password and database name.`
  return stack ?? message
}
