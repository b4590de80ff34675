// The services that test files use: one for each process of the run, and those of files that need settings of their own.
import { citusUrl, createCitusDatabase } from "./citus.ts"
import { addCells, cellUrlsOf } from "./cells.ts"
import { cloneTemplate } from "./clone-template.ts"
import { freePort } from "./free-port.ts"
import { readConfig, setConfig } from "../src/kit/service/config.ts"
import { setSecretKeys } from "../src/kit/service/crypto.ts"
import { type RunningService, start } from "../src/start.ts"

type Database = { name: string; url: string }
type Service = {
  baseUrl: string
  /** Home is the first. */
  databases: readonly [Database, ...Database[]]
  configure(): void
  stop(): Promise<void>
}

const SECRET_KEY = "a secret key that is only for tests"

/** Starts a service on databases of its own. */
export async function startOwn(env: Record<string, string>, cellNames: readonly string[]): Promise<Service> {
  const homeUrl = await cloneDatabase()
  const createCell = () => (citusUrl ? createCitusDatabase() : cloneDatabase())
  const cells = await addCells(homeUrl, await Promise.all(cellNames.map(async name => ({ name, url: await createCell() }))))
  return run(env, [{ name: "home", url: homeUrl }, ...cells])
}

let sharedDatabase: Promise<string> | undefined
let shared: Promise<Service> | undefined
let isUsed = false

/**
 * The service for all files of this process that need no settings. It saves them a start and a database each, and its connections have
 * planned most statements already.
 */
export async function shareService(): Promise<Service> {
  isUsed = true
  sharedDatabase ??= cloneTemplate()
  shared ??= run({ WEBHOOKS_ALLOW_PRIVATE: "true" }, [{ name: "home", url: await sharedDatabase }])
  const service = await shared
  service.configure() // the file before may have changed the settings of the process
  const stop = async () => void (isUsed = false)
  return { ...service, stop }
}

/** A process can have only one service and its databases open: the shared one ends before another begins. */
export async function endSharedService(): Promise<void> {
  const running = shared
  shared = undefined
  await (await running)?.stop()
}

/** A new database for this file, with all migrations or empty. A file that needs one mostly opens it in this process. */
export async function cloneDatabase(options?: { empty?: boolean }): Promise<string> {
  if (!isUsed) await endSharedService()
  return cloneTemplate(options)
}

async function run(env: Record<string, string>, databases: Service["databases"]): Promise<Service> {
  const [home, ...cells] = databases
  const port = env["PORT"] === undefined ? await freePort() : Number(env["PORT"])
  const baseUrl = `http://127.0.0.1:${port}`
  const config = readConfig({
    DATABASE_URL: home.url,
    CELL_URLS: cellUrlsOf(cells),
    SECRET_KEY,
    PORT: String(port),
    LOG_LEVEL: "error",
    DATABASE_CONNECTIONS: "7", // each connection parses and plans every statement itself, which is most of the database's work in tests
    HOST: "127.0.0.1",
    BASE_URL: baseUrl,
    ...env,
  })
  const service = await start({ ...config, DATABASE_URL: home.url, SECRET_KEY: [SECRET_KEY] })
  const configure = () => {
    setConfig(config)
    setSecretKeys([SECRET_KEY])
  }
  return { baseUrl, databases, configure, stop: () => stop(service) }
}

async function stop(service: RunningService) {
  service.app.server.closeIdleConnections() // no requests are left, so stopping does not wait for idle clients
  await service.stop()
}
