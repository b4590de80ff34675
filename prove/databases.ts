import { once } from "node:events"
import { createServer } from "node:net"
import { join } from "node:path"
import pg from "pg"
import { startEmbedded } from "../src/embedded/postgres.ts"
import { openDatabaseProxy } from "../test/database-proxy.ts"

type TrialDatabase = Awaited<ReturnType<typeof startDatabase>>

/** An embedded PostgreSQL at home, and one for each cell, with the settings that tell the service about them. */
export async function startDatabases(folder: string, cells: readonly string[]) {
  const isMovedFrom = cells.length > 0
  const all: TrialDatabase[] = []
  for (const name of ["home", ...cells]) all.push(await startDatabase(name, join(folder, name), isMovedFrom))
  const [home, ...others] = all
  const settings: Record<string, string> = { DATABASE_URL: home!.proxyUrl }
  if (isMovedFrom) settings["CELL_URLS"] = others.map(({ name, proxyUrl }) => `${name}=${proxyUrl}`).join(" ")
  return { all, settings, stop: () => Promise.all(all.map(database => database.stop())) }
}

/** Without them no tenant can leave a server. */
const settingsOfSource = { wal_level: "logical", max_wal_senders: "10", max_replication_slots: "10" }

async function startDatabase(name: string, dataDir: string, isMovedFrom: boolean) {
  const embed = () => startEmbedded({ dataDir, report() {}, ...(isMovedFrom && { settings: settingsOfSource }) })
  let server = await embed()
  if (isMovedFrom) await queryAt(server.superuserUrl, "alter role countersign with replication")
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
