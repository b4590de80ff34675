import assert from "node:assert/strict"
import { test } from "node:test"
import { startTestServer } from "../../../test/harness.ts"
import { home } from "./cells.ts"
import { pipeline } from "./query.ts"

await startTestServer({ ROLE: "api" })

/** Imports a separate copy, so that the combinations of this file do not use up the limit for other test files in the process. */
const { queriesFor, writeStatement }: typeof import("./statements.ts") = await import(`./statements.ts?${"copy"}`)

test("a connection prepares at most 200 combinations of writes, and runs all others unprepared", async () => {
  const kinds = Array.from({ length: 8 }, (_, i) =>
    writeStatement(`insert into written select ${i} from jsonb_to_recordset($1) as r(n int) returning 1`, { exact: true }),
  )
  const kindsOf = (combination: number) => kinds.filter((_, i) => (combination >> i) & 1)
  const client = await home().pool.connect()
  await client.query("create temporary table written (kind int)")
  for (let combination = 1; combination < 2 ** kinds.length; combination++) {
    const writes = kindsOf(combination).map(statement => ({ statement, row: { n: 1 }, id: "" }))
    await pipeline(client, queriesFor(writes))
  }
  const { rows: written } = await client.query("select count(*)::int as n from written group by kind")
  assert.deepEqual(written, Array(8).fill({ n: 128 }))
  const { rows: prepared } = await client.query(
    "select count(*)::int as n from pg_prepared_statements where statement like '%into written%'",
  )
  assert.deepEqual(prepared, [{ n: 200 }])
  client.release(true)
})
