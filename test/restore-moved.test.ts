// Backups of cells that are restored after tenants were moved: no tenant may be served from two cells.
import assert from "node:assert/strict"
import { mkdtempSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { after, test } from "node:test"
import pg from "pg"
import { addCells } from "./cells.ts"
import { runCommand } from "./command.ts"
import { secretKey } from "./faults/server-process.ts"
import { cloneDatabase } from "./service.ts"
import { type Any } from "./harness.ts"
import { useLogicalDatabase } from "./logical-database.ts"

await useLogicalDatabase()
const folder = mkdtempSync(join(tmpdir(), "restore-moved-"))
after(() => rmSync(folder, { recursive: true, force: true }))
const urls = { home: await cloneDatabase(), east: await cloneDatabase() }
await addCells(urls.home, [{ name: "east", url: urls.east }])

async function run(...args: string[]): Promise<Any> {
  const env = { DATABASE_URL: urls.home, CELL_URLS: `east=${urls.east}`, SECRET_KEY: secretKey }
  const { code, stdout, stderr } = await runCommand(args, env)
  assert.equal(code, args[1] === "check" && code === 1 ? 1 : 0, stderr)
  return JSON.parse(stdout)
}
const createIn = async (cell: string): Promise<string> =>
  (await run("tenant", "create", "--name", "Loja", "--email", "boss@example.com", "--cell", cell)).tenantId

async function tenantsOf(cell: "home" | "east"): Promise<string[]> {
  const client = new pg.Client({ connectionString: urls[cell], options: "-c app.tenants=*" })
  await client.connect()
  const { rows } = await client.query<{ id: string }>("select id from tenants order by id")
  await client.end()
  return rows.map(({ id }) => id)
}

/** Loads a backup into a new database, which takes the place of the cell. */
async function restore(cell: "home" | "east", file: string) {
  urls[cell] = await cloneDatabase({ empty: true })
  await run("restore", file, ...(cell === "home" ? [] : ["--cell", cell]))
}

test("a restored cell drops tenants that have moved away since its backup", { timeout: 240_000 }, async () => {
  const [moved, staying] = [await createIn("east"), await createIn("east")]
  const file = join(folder, "east")
  await run("backup", "--cell", "east", file)
  await run("tenant", "move", moved, "--to", "home")
  await restore("east", file)
  assert.deepEqual([await tenantsOf("east"), await tenantsOf("home")], [[staying], [moved]])
  assert.deepEqual((await run("cell", "check")).problems, [])
})

test("a restored home finds tenants that have moved since its backup, and names those that are lost", { timeout: 240_000 }, async () => {
  const leaving = await createIn("home")
  const arriving = await createIn("east")
  const file = join(folder, "home")
  await run("backup", file)
  await run("tenant", "move", leaving, "--to", "east")
  await run("tenant", "move", arriving, "--to", "home")
  await restore("home", file)
  assert.ok((await tenantsOf("east")).includes(leaving) && !(await tenantsOf("home")).includes(leaving))
  assert.deepEqual((await run("cell", "check")).problems, [
    `east refuses the tenant ${arriving}, which the directory has there, because it was moved to home: restore that cell`,
  ])
})
