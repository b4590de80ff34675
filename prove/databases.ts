import { once } from "node:events"
import { createServer } from "node:net"
import { join } from "node:path"
import pg from "pg"
import { startEmbedded } from "../src/embedded/postgres.ts"
import { openDatabaseProxy } from "../test/database-proxy.ts"

type TrialDatabase = Awaited<ReturnType<typeof startDatabase>>

/**
 * An embedded PostgreSQL at home, and one for each cell, with the settings that tell the service about them. `isHurried` is for
 * runs that cut and kill nothing: nothing waits for the disk, and no proxy is between.
 */
export async function startDatabases(folder: string, cells: readonly string[], isHurried = false) {
  const isMovedFrom = cells.length > 0
  const all: TrialDatabase[] = []
  const chosen = { ...(isMovedFrom && settingsOfSource), ...(isHurried && hurriedSettings) }
  for (const name of ["home", ...cells]) all.push(await startDatabase(name, join(folder, name), chosen))
  const [home, ...others] = all
  const settings: Record<string, string> = { DATABASE_URL: isHurried ? home!.directUrl : home!.proxyUrl }
  if (isMovedFrom) settings["CELL_URLS"] = others.map(({ name, proxyUrl }) => `${name}=${proxyUrl}`).join(" ")
  return { all, settings, stop: () => Promise.all(all.map(database => database.stop())) }
}

/** Without them no tenant can leave a server. */
const settingsOfSource = { wal_level: "logical", max_wal_senders: "10", max_replication_slots: "10" }

const hurriedSettings = { fsync: "off", synchronous_commit: "off", full_page_writes: "off" }

async function startDatabase(name: string, dataDir: string, settings: Record<string, string>) {
  const embed = () => startEmbedded({ dataDir, report() {}, settings })
  let server = await embed()
  if ("wal_level" in settings) await queryAt(server.superuserUrl, "alter role countersign with replication")
  const proxy = await openDatabaseProxy(server.url, await freePort())
  return {
    name,
    proxyUrl: proxy.url,
    /** Passes the proxy, and so is never broken by a fault. */
    directUrl: server.url,
    cutConnections: proxy.reset,
    cutConnection: proxy.resetOne,
    loseCommit: proxy.loseCommit,
    async crash() {
      process.kill(server.pid, "SIGKILL")
      await server.unexpectedExit
      await server.stop()
      server = await embed()
    },
    async stop() {
      proxy.disconnect()
      await server.stop()
    },
  }
}

/** Runs one statement on a connection of its own. */
export async function queryAt<Row extends object>(connectionString: string, text: string, values: unknown[] = []): Promise<Row[]> {
  const client = new pg.Client({ connectionString, options: "-c app.tenants=*" })
  await client.connect()
  try {
    return (await client.query<Row>(text, values)).rows
  } finally {
    await client.end()
  }
}

export async function freePort(): Promise<number> {
  const server = createServer().listen(0, "127.0.0.1")
  await once(server, "listening")
  const address = server.address()
  server.close()
  return (address as { port: number }).port
}
