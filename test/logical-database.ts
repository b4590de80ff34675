import { mkdtempSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { after } from "node:test"
import pg from "pg"
import { startEmbedded } from "../src/embedded/postgres.ts"
import { endSharedService } from "./service.ts"
import { makeTemplate } from "./template.ts"

/** With wal_level = logical every database of a server writes more, so only the files that move tenants start such a server. */
const settings = {
  fsync: "off",
  full_page_writes: "off",
  autovacuum: "off",
  wal_level: "logical",
  max_wal_senders: "10",
  max_replication_slots: "10",
  max_connections: "200",
}

/** Starts a server from which tenants can be moved. The databases that this file clones from now on are there. */
export async function useLogicalDatabase() {
  await endSharedService() // the template is opened in this process
  const folder = mkdtempSync(join(tmpdir(), "logical-"))
  const embedded = await startEmbedded({ dataDir: join(folder, "data"), report() {}, settings })
  const shared = process.env["TEST_DATABASE_URL"]
  after(async () => {
    process.env["TEST_DATABASE_URL"] = shared // of the next file in this process
    await embedded.stop()
    rmSync(folder, { recursive: true, force: true })
  })
  /** As the administrator of the server. */
  const administer = async (text: string) => {
    const client = new pg.Client({ connectionString: embedded.superuserUrl })
    await client.connect()
    await client.query(text)
    await client.end()
  }
  await administer("alter role countersign with replication")
  process.env["TEST_DATABASE_URL"] = await makeTemplate(embedded.url)
  return { administer }
}
