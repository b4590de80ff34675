import { Client } from "pg"
import { startEmbedded } from "../../src/embedded/postgres.ts"

/** A Countersign to be killed: says the server's pid, then writes rows one by one and says each that was acknowledged. */
const [dataDir = "", rows = "0"] = process.argv.slice(2)
const embedded = await startEmbedded({ dataDir, say() {} })
const client = new Client({ connectionString: embedded.url })
await client.connect()
await client.query("create table if not exists kept (id bigint primary key, padding text not null)")
console.log(`server ${embedded.pid}`)
for (let id = 1; id <= Number(rows); id++) {
  await client.query("insert into kept values ($1, repeat('x', 500))", [id])
  console.log(id)
}
setInterval(() => {}, 60_000) // holds the directory until it is killed
