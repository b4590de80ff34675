import assert from "node:assert/strict"
import { once } from "node:events"
import { createServer } from "node:net"
import { test } from "node:test"
import { setTimeout as wait } from "node:timers/promises"
import { cloneDatabase } from "../test/service.ts"
import { freePort } from "../test/free-port.ts"
import { home } from "./kit/db/cells.ts"
import { readConfig } from "./kit/service/config.ts"
import { log } from "./kit/service/log.ts"
import { start } from "./start.ts"

const key = "a secret key that is only for tests"

test("a start that fails because its port or metrics port is used leaves nothing open", async t => {
  const logged = t.mock.method(log, "error", () => {})
  const DATABASE_URL = await cloneDatabase()
  const [used, free] = [await freePort(), await freePort()]
  const other = await listenOn(used)
  for (const ports of [{ PORT: String(used) }, { PORT: String(free), METRICS: `port:${used}` }]) {
    const config = readConfig({ DATABASE_URL, SECRET_KEY: key, HOST: "127.0.0.1", ...ports })
    await assert.rejects(start({ ...config, DATABASE_URL, SECRET_KEY: [key] }), new RegExp(`${used}`))
    assert.ok(home().pool.ended)
  }
  for (const server of [other, await listenOn(free)]) server.close()
  await wait(1200) // a timer that still reads the database's clock would use the closed pool by now
  assert.equal(logged.mock.callCount(), 0)
})

async function listenOn(port: number) {
  const server = createServer().listen(port, "127.0.0.1")
  await once(server, "listening")
  return server
}
