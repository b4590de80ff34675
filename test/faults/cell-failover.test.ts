// A cell that is a pair of servers: its primary is killed under load, and its standby takes over.
import assert from "node:assert/strict"
import { test } from "node:test"
import { setTimeout as wait } from "node:timers/promises"
import type { Keys } from "../../src/platform/api-keys/create-tenant.ts"
import { addCells, cellUrlsOf } from "../cells.ts"
import { runCommand } from "../command.ts"
import { cloneDatabase } from "../service.ts"
import { createCaller, newContact, until } from "../harness.ts"
import { askServer, startWithStandby } from "../standby.ts"
import { secretKey, startDatabaseProxy, startServer } from "./server-process.ts"

const { primary, standby } = await startWithStandby()
// From now on a commit is acknowledged only when the standby has it.
for (const statement of ["alter system set synchronous_standby_names = '*'", "select pg_reload_conf()"]) await askServer(primary, statement)
const [primaryProxy, standbyProxy] = [await startDatabaseProxy(primary.url), await startDatabaseProxy(standby.url)]
const hostOf = ({ url }: { url: string }) => new URL(url).host
const pairUrl = primaryProxy.url.replace(hostOf(primaryProxy), [hostOf(standbyProxy), hostOf(primaryProxy)].join())
const homeUrl = await cloneDatabase()
const cells = await addCells(homeUrl, [{ name: "east", url: pairUrl }])
const settings = { CELL_URLS: cellUrlsOf(cells) }

async function createTenant(cell: string): Promise<Keys> {
  const args = ["tenant", "create", "--name", cell, "--email", `boss@${cell}.example.com`, "--cell", cell]
  const { code, stdout, stderr } = await runCommand(args, { DATABASE_URL: homeUrl, SECRET_KEY: secretKey, ...settings })
  assert.equal(code, 0, stderr)
  return JSON.parse(stdout) as Keys
}

const newAnswers = () => ({ acknowledged: [] as string[], refused: [] as string[] })

test("when the primary of a cell is killed its standby serves, with all that was acknowledged, and other cells go on", async () => {
  const service = await startServer(homeUrl, settings)
  const ours = createCaller(service.baseUrl, await createTenant("home"))
  const theirs = createCaller(service.baseUrl, await createTenant("east"))
  const [atHome, inEast] = [newAnswers(), newAnswers()]
  let hasEnded = false
  const write = async (caller: typeof ours, { acknowledged, refused }: typeof atHome) => {
    while (!hasEnded) {
      const { status, body } = await caller.post("/v1/contacts/create", newContact())
      if (status === 201) acknowledged.push(body.data._id as string)
      else {
        refused.push(`${status} ${body.error?.code}`)
        await wait(20)
      }
    }
  }
  const writing = [write(ours, atHome), ...Array.from({ length: 3 }, () => write(theirs, inEast))]
  await until(async () => inEast.acknowledged.length > 30, "the cell is under load")

  process.kill(primary.pid, "SIGKILL")
  await until(async () => inEast.refused.length > 5, "its tenants are refused")
  const before = { home: atHome.acknowledged.length, east: inEast.acknowledged.length }
  await until(async () => atHome.acknowledged.length > before.home + 5, "the tenants at home go on")
  assert.equal(inEast.acknowledged.length, before.east)
  await askServer(standby, "select pg_promote()")
  await until(async () => inEast.acknowledged.length > before.east + 30, "the standby serves its tenants")
  hasEnded = true
  await Promise.all(writing)

  assert.deepEqual(new Set(inEast.refused), new Set(["503 SYS-9003"]))
  assert.deepEqual(atHome.refused, [])
  const stored = await askServer(standby, "select id from contacts")
  const ids = new Set(stored.map(({ id }) => id as string))
  assert.deepEqual(
    inEast.acknowledged.filter(id => !ids.has(id)),
    [],
  )
  for (const path of ["ledger", "audit-log"]) assert.equal((await theirs.get(`/v1/${path}/verify`)).body.data.ok, true, path)
})
