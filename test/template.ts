import { Client } from "pg"
import { closeDatabase, openDatabase } from "../src/kit/db/cells.ts"
import { migrate } from "../src/kit/db/migrate.ts"
import { rotatePartitions } from "../src/platform/webhooks/delivery-store.ts"

/** Makes the migrated database that each test file clones, on the server of this address. */
export async function makeTemplate(url: string): Promise<string> {
  const client = new Client({ connectionString: url })
  await client.connect()
  await client.query("create database countersign_template")
  await client.end()
  const template = url.replace("@/countersign?", "@/countersign_template?")
  await migrate(template)
  openDatabase(template)
  await rotatePartitions() // every service does this at its start, which takes 30 ms if there are none
  await closeDatabase()
  return template
}
