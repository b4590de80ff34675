import assert from "node:assert/strict"
import { once } from "node:events"
import { type AddressInfo, createServer } from "node:net"
import { test } from "node:test"
import pg from "pg"
import { cloneDatabase } from "../../../test/service.ts"
import { connect, faultFromDatabase } from "./connect.ts"
import { DatabaseFault } from "./fault.ts"

test("reports a full disk of the database with what to do, and returns other errors unchanged", async () => {
  const client = new pg.Client({ connectionString: await cloneDatabase() })
  await client.connect()
  const errorOf = (code: string) =>
    client.query(`do $$ begin raise exception 'could not extend file' using errcode = '${code}'; end $$`).catch((error: unknown) => error)
  const fault = faultFromDatabase(await errorOf("53100"))
  assert.ok(fault instanceof DatabaseFault)
  assert.equal(fault.message, "The disk of the database is full: could not extend file. Free some space, then try again.")
  const other = await errorOf("42501")
  assert.equal(faultFromDatabase(other), other)
  await client.end()
})

test("names the settings to change, not the address, when PostgreSQL has no connection left", async () => {
  const databaseUrl = await cloneDatabase()
  const client = await connect(databaseUrl)
  await client.query(`alter database ${client.database} connection limit 0`)
  await client.end()
  await assert.rejects(connect(databaseUrl), /too many connections .* Raise max_connections of PostgreSQL, or lower DATABASE_CONNECTIONS/)
})

test("says to try again, not to check the address, while PostgreSQL starts or stops", async () => {
  const fields = ["SFATAL", "C57P03", "Mthe database system is starting up", ""].join("\0")
  const refusal = Buffer.from(`E\0\0\0\0${fields}\0`)
  refusal.writeUInt32BE(refusal.length - 1, 1)
  const server = createServer(socket => void socket.once("data", () => socket.end(refusal))).listen(0, "127.0.0.1")
  await once(server, "listening")
  const { port } = server.address() as AddressInfo
  const advice = /: the database system is starting up\. Try again in a moment\.$/
  await assert.rejects(connect(`postgres://somebody:secret@127.0.0.1:${port}/countersign`), advice)
  server.close()
})
