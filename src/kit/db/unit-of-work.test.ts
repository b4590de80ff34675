import assert from "node:assert/strict"
import { test } from "node:test"
import { setTimeout as wait } from "node:timers/promises"
import { system } from "../operation/system.ts"
import { defaultMailSettings } from "../pure/mail-settings.ts"
import { startTestServer } from "../../../test/harness.ts"
import { home } from "./cells.ts"
import { sql } from "./query.ts"
import { readOnly, StaleRead, transact } from "./unit-of-work.ts"

await startTestServer({ ROLE: "api" })

const tenant = {
  id: "",
  name: "",
  mode: "sandbox" as const,
  timezone: "UTC",
  clockOffsetMs: 3_600_000,
  slug: "",
  linkKey: "",
  hasWebhooks: false,
  mails: defaultMailSettings,
}
const scope = { caller: system, tenant, origin: { channel: "system" as const, operation: "", requestId: "", address: "" }, name: "" }

test("a read can neither write nor lock, and has its tenant's clock", async () => {
  await assert.rejects(
    readOnly(scope, async ctx => ctx.write([])),
    /tried to write/,
  )
  await assert.rejects(
    readOnly(scope, async ctx => ctx.lock({ name: "", text: "", values: [] })),
    /tried to write/,
  )
  const ahead = (await readOnly(scope, async ctx => ctx.now)).getTime() - Date.now()
  assert.ok(Math.abs(ahead - tenant.clockOffsetMs) < 10_000)
})

test("work that violates a CHECK runs again with every row locked, and fails if it violates the CHECK again", async () => {
  const refused = sql`select refuse('23514')`
  const reads: string[] = []
  const read = async () => void reads.push("read without a lock")
  const lock = sql`select 'locked' as state`
  const decide = (isRefused: (row: unknown) => boolean) =>
    transact(scope, async ctx => {
      const row = await ctx.readForUpdate<{ state: string }>("a row", read, lock)
      if (row) reads.push(row.state)
      if (isRefused(row)) await ctx.lock(refused)
    })
  await decide(row => row === undefined)
  assert.deepEqual(reads.splice(0), ["read without a lock", "locked"])
  await assert.rejects(
    decide(() => true),
    { code: "23514" },
  )
  assert.deepEqual(reads, ["locked"])
})

test("work that throws StaleRead runs again with every row locked, at most eight times", async () => {
  const reads: string[] = []
  const decide = (isStale: (state: string) => boolean) =>
    transact(scope, async ctx => {
      const read = async () => ({ state: "read without a lock" })
      const row = await ctx.readForUpdate<{ state: string }>("another row", read, sql`select 'locked' as state`)
      reads.push(row!.state)
      if (isStale(row!.state)) throw new StaleRead("it changed between two reads")
    })
  await decide(state => state !== "locked")
  assert.deepEqual(reads.splice(0), ["read without a lock", "locked"])
  await assert.rejects(
    decide(() => true),
    { code: "SYS-9002" },
  )
  assert.equal(reads.length, 8)
})

test("after a slow try the work runs once more and locks the rows that had changed, however long ago they changed", async t => {
  let now = 0
  t.mock.method(performance, "now", () => now)
  const reads: string[] = []
  await transact(scope, async ctx => {
    now += 18_000 // on a machine that is busy with other things
    const read = async () => ({ state: "read without a lock" })
    const row = await ctx.readForUpdate<{ state: string }>("a slow row", read, sql`select 'locked' as state`)
    reads.push(row!.state)
    if (reads.length === 1) throw new StaleRead("it changed meanwhile")
  })
  assert.deepEqual(reads, ["read without a lock", "locked"])
})

test("a request waits longer for a connection of the lock pool than its holders may wait for a row", async () => {
  const holders = Array.from({ length: home().lockPool.options.max }, (_, i) =>
    transact({ ...scope, name: `holder ${i}` }, async ctx => {
      await ctx.lock(sql`select 1`)
      await wait(5_500)
    }),
  )
  assert.deepEqual(await transact({ ...scope, name: "next" }, ctx => ctx.lock(sql`select 'locked' as state`)), { state: "locked" })
  await Promise.all(holders)
})

test("work that waits for locks again and again gives up after ten seconds", async t => {
  let [now, tries] = [0, 0]
  t.mock.method(performance, "now", () => now)
  const waitInVain = () =>
    transact(scope, async ctx => {
      tries++
      now += 4_000
      await ctx.lock(sql`select refuse('55P03')`)
    })
  await assert.rejects(waitInVain, { code: "SYS-9002" })
  assert.equal(tries, 3)
})
