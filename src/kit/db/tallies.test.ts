import assert from "node:assert/strict"
import { test } from "node:test"
import { startTestServer } from "../../../test/harness.ts"
import { foldTallies } from "./tallies.ts"

const { sql, keys } = await startTestServer({ ROLE: "api" }) // only the test folds the tallies

test("adds up a sum that exceeds bigint, and does not hold up other sums", async () => {
  const insert = `insert into tallies (tenant_id, kind, value, n) select $1, 'test', v, ${Number.MAX_SAFE_INTEGER}
    from unnest(array['large', 'small']) v, generate_series(1, case v when 'large' then 1100 else 2 end)`
  await sql(insert, [keys.tenantId])
  while (await foldTallies());
  const rows = await sql("select value, n::text as n from tallies where kind = 'test' order by value")
  const sumOf = (n: bigint) => String(n * BigInt(Number.MAX_SAFE_INTEGER))
  assert.deepEqual(rows, [
    { value: "large", n: sumOf(1100n) },
    { value: "small", n: sumOf(2n) },
  ])
})
