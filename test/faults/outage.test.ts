// What the log and the metrics show when a database or a worker is unavailable for a while.
import assert from "node:assert/strict"
import { test } from "node:test"
import { type Any, createCaller, inParallel, newContact, startTestServer, until } from "../harness.ts"
import { startDatabaseProxy, startServer } from "./server-process.ts"

const { api, databaseUrl, keys, sql } = await startTestServer({ ROLE: "api", METRICS: "open" })

test("shows in the metrics of each process how long a due job has waited, so that a missing worker is noticed", async () => {
  const oldest = async () => Number(/^countersign_oldest_due_job_seconds (\S+)$/m.exec((await api.get("/metrics")).text)?.[1])
  assert.equal(await oldest(), 0)
  await sql(
    `insert into jobs (tenant_id, id, kind, payload, next_at, created_at)
     values ($1, 'late', 'none', '{}', now() - interval '1 hour', now()), ($1, 'later', 'none', '{}', now() + interval '1 hour', now())`,
    [keys.tenantId],
  )
  const seconds = await oldest()
  assert.ok(seconds >= 3600 && seconds < 4200, `${seconds} s`)
  await sql("delete from jobs")
  assert.equal(await oldest(), 0)
})

test("an outage of the database is logged when it begins and when it ends, with the number of refused requests", async () => {
  const proxy = await startDatabaseProxy(databaseUrl)
  const server = await startServer(proxy.url, { LOG_LEVEL: "info" })
  const { post } = createCaller(server.baseUrl, keys)
  const statusesOf = async (count: number) =>
    new Set((await inParallel(count, () => post("/v1/contacts/create", newContact()))).map(statusOf))
  const statusOf = ({ status }: { status: number }) => status
  const all = () => [...server.output().matchAll(/^\{.*\}$/gm)].map(([line]): Any => JSON.parse(line))
  const lines = () => all().filter(({ msg }) => msg.startsWith("the database"))
  assert.deepEqual(await statusesOf(1), new Set([201]))

  proxy.disconnect()
  assert.deepEqual(await statusesOf(20), new Set([503]))
  await until(async () => lines().length > 0, "the outage is logged")
  await new Promise(resolve => setTimeout(resolve, 2500)) // the worker tries again meanwhile, several times in each of its loops
  assert.deepEqual(await statusesOf(5), new Set([503]))
  await proxy.reconnect()
  await until(async () => lines().length > 1, "its end is logged")
  assert.deepEqual(await statusesOf(1), new Set([201]))

  const [begin, end, ...others] = lines()
  assert.deepEqual(others, [])
  assert.deepEqual([begin.level, begin.msg], ["error", "the database can't be used; requests that need it are answered with 503"])
  assert.ok(begin.reason.length > 0 && !("stack" in begin))
  assert.deepEqual([end.level, end.msg, end.refusedRequests], ["warn", "the database can be used again", 25])
  assert.ok(end.seconds >= 2, end.seconds)
})

test("logs an error of one request in a working database with its stack", async () => {
  const server = await startServer(databaseUrl, { ROLE: "api", LOG_LEVEL: "info" })
  await sql("alter table contacts rename to contacts_away")
  const { body } = await createCaller(server.baseUrl, keys).post("/v1/contacts/create", newContact())
  await sql("alter table contacts_away rename to contacts")
  assert.equal(body.error.code, "SYS-9001")
  await until(async () => /"stack":.*"a request failed"/.test(server.output()), "it is logged")
})
