// A cell on a server with Citus: its tables stay plain. With CITUS_URL any other test file has its tenants in such a cell, too.
import assert from "node:assert/strict"
import { after, test } from "node:test"
import pg from "pg"
import { cellUrlsOf } from "./cells.ts"
import { askCitus, citusUrl, createCitusDatabase } from "./citus.ts"
import { runCommand } from "./command.ts"
import { cloneDatabase } from "./service.ts"
import { type Any, createCaller, inParallel, newContact, newIntent } from "./harness.ts"
import { useLogicalDatabase } from "./logical-database.ts"
import { secretKey, startServer } from "./faults/server-process.ts"

test("cells on a server with Citus", { skip: citusUrl === undefined && "CITUS_URL names no server with Citus" }, async t => {
  await useLogicalDatabase()
  const [homeUrl, eastUrl, westUrl] = [await cloneDatabase(), await createCitusDatabase({ empty: true }), await createCitusDatabase()]
  const env = { DATABASE_URL: homeUrl, SECRET_KEY: secretKey, CELL_URLS: cellUrlsOf([{ name: "east", url: eastUrl }]) }
  const run = (args: string[], more: Record<string, string> = {}) => runCommand(args, { ...env, ...more })
  const succeed = async (...args: string[]): Promise<Any> => {
    const { code, result, stderr } = await run(args)
    assert.equal(code, 0, stderr)
    return result
  }
  const rowsOf = async (url: string, text: string): Promise<Any[]> => {
    const client = new pg.Client({ connectionString: url })
    await client.connect()
    try {
      return (await client.query(text)).rows
    } finally {
      await client.end()
    }
  }

  await t.test("cell add takes one whose tables are plain, and cell check finds nothing wrong", async () => {
    assert.deepEqual(await succeed("cell", "add", "east"), { added: "east" })
    assert.deepEqual(await succeed("cell", "check"), { cells: ["home", "east"], problems: [] })
  })

  await t.test("a tenant is moved into it and out of it while it is used, and the rights on its books stay revoked", async () => {
    const keys = await succeed("tenant", "create", "--name", "Loja", "--email", "boss@example.com", "--cell", "home")
    const server = await startServer(homeUrl, { CELL_URLS: env.CELL_URLS })
    after(() => server.stop("SIGKILL"))
    const api = createCaller(server.baseUrl, keys)
    const contact = (await api.create("/v1/contacts/create", newContact())).body.data._id as string
    const created = new Set<string>()
    let isStopped = false
    const writing = inParallel(4, async () => {
      while (!isStopped) {
        const { status, text, body } = await api.create("/v1/payment-intents/create", newIntent(contact))
        assert.equal(status, 201, text)
        created.add(body.data._id)
        const charge = { paymentIntent: body.data._id, method: "card", token: "tok_success" }
        assert.equal((await api.create("/v1/gateways/simulator/charges/create", charge)).status, 201)
      }
    })
    for (const to of ["east", "home", "east"]) {
      await succeed("tenant", "move", keys.tenantId, "--to", to)
      assert.deepEqual((await succeed("cell", "check")).problems, [])
    }
    isStopped = true
    await writing
    assert.equal((await api.get("/v1/payment-intents?limit=1")).body.count, created.size)
    for (const path of ["ledger", "audit-log"]) assert.equal((await api.get(`/v1/${path}/verify`)).body.data.ok, true, path)
    await assert.rejects(rowsOf(eastUrl, "delete from ledger_entries"), /permission denied/)
  })

  await t.test("cell add and cell check name what Citus distributes, and what to do about it", async () => {
    for (const url of [eastUrl, westUrl]) {
      const [itself, database] = ["'localhost', inet_server_port()", new URL(url).pathname.slice(1)]
      await askCitus(`select citus_set_coordinator_host(${itself})`, database)
      await askCitus(`select citus_set_node_property(${itself}, 'shouldhaveshards', true)`, database)
    }
    await rowsOf(westUrl, "create schema apart; create table apart.notes (id int primary key); select citus_schema_distribute('apart')")
    const CELL_URLS = cellUrlsOf([{ name: "west", url: `${westUrl}?options=-csearch_path%3Dapart` }])
    const { code, stderr } = await run(["cell", "add", "west"], { CELL_URLS })
    assert.equal(code, 1)
    assert.match(stderr, /The database of the cell west has the schema apart, the table notes distributed by Citus/)
    await rowsOf(eastUrl, "create table notes (id int primary key); select create_distributed_table('notes', 'id')")
    const { problems } = (await run(["cell", "check"])).result
    assert.equal(problems.length, 1)
    assert.match(problems[0], /^east has the table notes distributed by Citus.*: use undistribute_table/)
    await rowsOf(eastUrl, "select undistribute_table('notes')")
    assert.deepEqual((await succeed("cell", "check")).problems, [])
  })
})
