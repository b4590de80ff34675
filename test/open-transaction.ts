import { after } from "node:test"
import pg from "pg"
import { type TestServer, until } from "./harness.ts"

/** A transaction of another connection. Requests wait for its locks until it commits. If the test fails, it is rolled back. */
export async function openTransaction({ databaseUrl, sql }: Pick<TestServer, "databaseUrl" | "sql">) {
  const client = new pg.Client({ connectionString: databaseUrl, options: "-c app.tenants=*" })
  await client.connect()
  await client.query("begin")
  let isOpen = true
  async function end(statement: "commit" | "rollback") {
    if (!isOpen) return
    isOpen = false
    await client.query(statement)
    await client.end()
  }
  after(() => end("rollback"))
  const waiting = "select count(*)::int as n from pg_stat_activity where wait_event_type = 'Lock' and datname = current_database()"
  return {
    run: (statement: string, values: unknown[] = []) => client.query(statement, values),
    /** Waits until so many statements wait for a lock. */
    untilWaiting: (count: number) => until(async () => (await sql(waiting))[0].n >= count, `${count} statements wait for a lock`),
    commit: () => end("commit"),
  }
}
