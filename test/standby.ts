import { chmodSync, cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { after } from "node:test"
import pg from "pg"
import { type Embedded, startEmbedded } from "../src/embedded/postgres.ts"
import { migrate } from "../src/kit/db/migrate.ts"
import { startDatabaseProxy } from "./faults/server-process.ts"
import type { Any } from "./harness.ts"

/** A primary with a standby that follows it, until the end of the file. `restart` starts a standby again that was killed. */
export async function startWithStandby(settings: Record<string, string> = {}) {
  const folder = mkdtempSync(join(tmpdir(), "standby-"))
  const servers = new Set<Embedded>()
  after(async () => {
    for (const server of [...servers].toReversed()) await server.stop()
    rmSync(folder, { recursive: true, force: true })
  })
  const run = async (name: string, more: Record<string, string> = {}) => {
    const all = { fsync: "off", wal_level: "replica", max_wal_senders: "8", ...settings, ...more }
    const server = await startEmbedded({ dataDir: join(folder, name), report() {}, settings: all })
    servers.add(server)
    return server
  }
  const { url, stop } = await run("primary")
  await migrate(url)
  await stop()
  cpSync(join(folder, "primary"), join(folder, "standby"), { recursive: true }) // it begins as a copy of the files of the primary
  chmodSync(join(folder, "standby", "postgres"), 0o700)
  writeFileSync(join(folder, "standby", "postgres", "standby.signal"), "")
  const primary = await run("primary")
  const { port } = new URL((await startDatabaseProxy(primary.url)).url)
  const { postgres: password } = JSON.parse(readFileSync(join(folder, "primary", "postgres.json"), "utf8")) as { postgres: string }
  const follow = {
    primary_conninfo: `host=127.0.0.1 port=${port} user=postgres password=${password}`,
    max_standby_streaming_delay: "0",
    hot_standby_feedback: "on",
  }
  const startStandby = () => run("standby", follow)
  const standby = await startStandby()
  const restart = async () => {
    await standby.stop()
    servers.delete(standby)
    return startStandby()
  }
  return { primary, standby, restart }
}

/** Queries as a superuser, who sees all rows. */
export async function askServer(server: Embedded, text: string, database = "countersign"): Promise<Any[]> {
  const client = new pg.Client({ connectionString: server.superuserUrl.replace("@/postgres?", `@/${database}?`) })
  await client.connect()
  const { rows } = await client.query(text)
  await client.end()
  return rows
}

/** The figure of a metric, such as how many reads a server has answered; 0 if nothing was counted yet. */
export async function readFigure(baseUrl: string, name: string): Promise<number> {
  const text = await (await fetch(`${baseUrl}/metrics`)).text()
  const line = text.split("\n").find(each => each.startsWith(`${name} `))
  return Number(line?.slice(name.length + 1) ?? 0)
}
