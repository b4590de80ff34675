// The settings and commands that make databases cells, without a running service.
import assert from "node:assert/strict"
import { after, test } from "node:test"
import { addCellNamed, checkCells, createTenant, drainCellNamed, listCells } from "../src/cli/database-commands.ts"
import { closeDatabase, openDatabase } from "../src/kit/db/cells.ts"
import { latestMigration } from "../src/kit/db/migrations.ts"
import { installation, query, sql } from "../src/kit/db/query.ts"
import { prepareCells } from "../src/kit/db/prepare-cells.ts"
import { parseCellUrls } from "../src/kit/pure/cell-urls.ts"
import { cloneDatabase } from "./service.ts"

const [home, east, west] = [await cloneDatabase(), await cloneDatabase({ empty: true }), await cloneDatabase()]
const before = { ...process.env }
const signals = ["SIGINT", "SIGTERM", "SIGHUP"] as const
const listeners = signals.map(signal => process.listeners(signal))
process.setMaxListeners(100) // each command listens for signals until its process ends
after(() => {
  for (const name of ["DATABASE_URL", "SECRET_KEY", "LOG_LEVEL", "CELL_URLS"]) delete process.env[name]
  Object.assign(process.env, before)
  for (const [i, signal] of signals.entries())
    for (const listener of process.listeners(signal)) if (!listeners[i]!.includes(listener)) process.off(signal, listener)
  process.setMaxListeners(10)
})
Object.assign(process.env, { DATABASE_URL: home, SECRET_KEY: "a secret key that is only for tests", LOG_LEVEL: "silent" })
const settings = (urls: Record<string, string>) =>
  void (process.env["CELL_URLS"] = Object.entries(urls)
    .map(each => each.join("="))
    .join(" "))

const tenant = { name: "Loja", mode: "sandbox", timezone: "UTC", email: "boss@example.com" } as const
const atHome = async <T>(work: () => Promise<T>): Promise<T> => {
  openDatabase(home)
  try {
    return await work()
  } finally {
    await closeDatabase()
  }
}

test("CELL_URLS names each cell with its address, and says what is wrong with it", () => {
  assert.deepEqual(parseCellUrls("a=postgres://u:p@one,two/x?target_session_attrs=primary\n b-2=postgresql://u@c/y "), [
    { name: "a", url: "postgres://u:p@one,two/x?target_session_attrs=primary" },
    { name: "b-2", url: "postgresql://u@c/y" },
  ])
  const faults: [string, RegExp][] = [
    ["postgres://u:secret@h/x", /must be name=postgres:/],
    ["A=postgres://u:secret@h/x", /must be name=postgres:/],
    ["home=postgres://u:secret@h/x", /must not name home/],
    ["a=http://u:secret@h/x", /must give the cell a an address such as/],
    ["a=postgres://h/x a=postgres://h/y", /names the cell a twice/],
    ["a=postgres://h/x b=postgres://h/x", /gives the cell b the address of another cell/],
    ["a=postgres://u:secret@h,/x", /wrong address for the cell a: it must name each host/],
  ]
  for (const [text, fault] of faults)
    assert.throws(
      () => parseCellUrls(text),
      (error: Error) => fault.test(error.message) && !error.message.includes("secret"),
      text,
    )
})

test("cell add makes an empty database a cell, and refuses any other", async () => {
  settings({ east, west })
  await assert.rejects(
    createTenant(tenant),
    /CELL_URLS names east, west, which this installation does not have yet. Run: countersign cell add/,
  )
  await assert.rejects(addCellNamed("north"), /CELL_URLS does not name the cell north/)
  assert.deepEqual(await addCellNamed("east"), { added: "east" })
  settings({ east, west: east })
  await assert.rejects(addCellNamed("west"), /gives the cell west the address of another cell/)
  settings({ west: east })
  await assert.rejects(addCellNamed("west"), /The address of the cell west leads to the cell east/)
  settings({ west: home })
  await assert.rejects(addCellNamed("west"), /CELL_URLS has the address of DATABASE_URL/)
  const used = await cloneDatabase()
  process.env["DATABASE_URL"] = used
  settings({})
  await createTenant(tenant)
  process.env["DATABASE_URL"] = home
  settings({ west: used })
  await assert.rejects(addCellNamed("west"), /The database of the cell west has tenants already/)
  settings({ east, west })
  await addCellNamed("west")
  await addCellNamed("west") // may be repeated
  settings({ east })
  await assert.rejects(createTenant(tenant), /CELL_URLS does not name west, which this installation has/)
})

test("refuses to work with the addresses of two cells exchanged, and changes nothing", async () => {
  settings({ east: west, west: east })
  await assert.rejects(createTenant(tenant), /The address of the cell (east|west) leads to the cell (west|east)/)
  openDatabase(east, 7, [{ name: "west", url: west }])
  await assert.rejects(query(installation, sql`select 1`), /The address of the cell home leads to the cell east/)
  await closeDatabase()
  openDatabase(home, 7, [{ name: "west", url: east }])
  await assert.rejects(prepareCells({ reseals: [] }), /The address of the cell west leads to the cell east/)
  await closeDatabase()
})

test("cell list shows tenants, state and version of each cell, and cell drain keeps new tenants out", async () => {
  settings({ east, west })
  const { tenantId } = await createTenant({ ...tenant, cell: "west" })
  await drainCellNamed("west")
  await drainCellNamed("home")
  await assert.rejects(drainCellNamed("east"), /can't be drained: no other cell would be left/)
  await assert.rejects(drainCellNamed("north"), /has no cell north/)
  await createTenant(tenant)
  const [header, rows] = await listCells()
  assert.deepEqual(header, ["cell", "state", "tenants", "size", "version", "status"])
  assert.deepEqual(
    rows.map(([name, state, tenants, , version, status]) => [name, state, tenants, version, status]),
    [
      ["home", "draining", "0", latestMigration, "ready"],
      ["east", "active", "1", latestMigration, "ready"],
      ["west", "draining", "1", latestMigration, "ready"],
    ],
  )
  await addCellNamed("home")
  await addCellNamed("west")
  assert.deepEqual(await checkCells(), { cells: ["home", "east", "west"], problems: [] })
  await atHome(() => query(installation, sql`update tenant_directory set cell = 'east', slug = 'other1' where tenant_id = ${tenantId}`))
  const { problems } = await checkCells()
  assert.deepEqual(problems, [
    `east does not have the tenant ${tenantId}, which the directory has there`,
    `west has rows of the tenant ${tenantId}, which the directory does not have there`,
  ])
})

test("cell check names tables that must stay and that the role may change, with the statements that end it", async () => {
  settings({ east, west })
  openDatabase(west)
  const run = (text: string) => query<Record<string, boolean>>(installation, { name: "", text, values: [] })
  await run("grant all on audit_entries to current_user")
  await run("grant delete on billing_invoices to current_user")
  await closeDatabase()
  const found = async () => (await checkCells()).problems.filter(problem => problem.includes("lets its role"))
  const problems = await found()
  assert.deepEqual(
    problems.map(problem => problem.split(",")[0]),
    ["west lets its role change rows of audit_entries", "west lets its role change rows of billing_invoices"],
  )
  openDatabase(west)
  for (const problem of problems) for (const statement of problem.split("as this role ")[1]!.split("; ")) await run(statement)
  const [kept] = await run(`select has_column_privilege('billing_invoices', 'status', 'update') as may,
    has_column_privilege('billing_invoices', 'id', 'update') as "mayNot", has_any_column_privilege('audit_entries', 'update') as "norThis"`)
  await closeDatabase()
  assert.deepEqual(kept, { may: true, mayNot: false, norThis: false })
  assert.deepEqual(await found(), [])
})

test("cell list and cell check report a cell that is behind or can't be reached", async () => {
  settings({ east, west: west.replace("test_", "gone_") })
  const statuses = async () => Object.fromEntries((await listCells())[1].map(([name, , , , , status]) => [name!, status!]))
  assert.match((await statuses())["west"]!, /Can't connect to the database of the cell west in CELL_URLS/)
  openDatabase(east)
  await query(installation, sql`delete from migrations where name = ${latestMigration}`)
  await closeDatabase()
  assert.equal((await statuses())["east"], `behind ${latestMigration} by 1`)
  const { problems } = await checkCells()
  assert.ok(problems.some(problem => problem.startsWith(`east lacks the migrations ${latestMigration}`)))
  assert.ok(problems.some(problem => problem.startsWith("west Can't connect to the database of the cell west")))
})
