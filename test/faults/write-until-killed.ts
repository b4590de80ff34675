import { Client } from "pg"
import { startEmbedded } from "../../src/embedded/postgres.ts"

/** Prints the pid of the database server, then writes rows one by one and prints the id of each that was acknowledged. */
const [dataDir = "", rows = "0"] = process.argv.slice(2)
const embedded = await startEmbedded({ dataDir, report() {} })
const client = new Client({ connectionString: embedded.url })
await client.connect()
await client.query("create table if not exists written (id bigint primary key, padding text not null)")
console.log(`server ${embedded.pid}`)
for (let id = 1; id <= Number(rows); id++) {
  await client.query("insert into written values ($1, repeat('x', 500))", [id])
  console.log(id)
}
setInterval(() => {}, 60_000) // keeps the data directory locked until this process is killed
