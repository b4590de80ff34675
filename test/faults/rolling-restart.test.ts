import assert from "node:assert/strict"
import { once } from "node:events"
import { connect } from "node:net"
import { test } from "node:test"
import { setTimeout as wait } from "node:timers/promises"
import { cloneDatabase } from "../service.ts"
import { freePort } from "../free-port.ts"
import { newContact, until } from "../harness.ts"
import { createKeepAliveProxy } from "./keep-alive-proxy.ts"
import { createTenantOn, startServer } from "./server-process.ts"

test("processes that restart one after the other behind a proxy lose no request, also on connections that were idle for long", async t => {
  const databaseUrl = await cloneDatabase()
  const keys = await createTenantOn(databaseUrl)
  const ports = [await freePort(), await freePort()]
  const start = (port: number) => startServer(databaseUrl, { PORT: String(port), ROLE: "api", TRUST_PROXY: "true" })
  const servers = await Promise.all(ports.map(start))
  const proxy = createKeepAliveProxy(ports, 3_000)
  t.after(() => proxy.close())

  const request = () => {
    const body = JSON.stringify(newContact())
    const head = [
      "POST /v1/contacts/create HTTP/1.1",
      "Host: localhost",
      `Authorization: ApiKey ${keys.apiKey}`,
      `X-TENANT-ID: ${keys.tenantId}`,
      "Content-Type: application/json",
      `Content-Length: ${Buffer.byteLength(body)}`,
    ]
    return [...head, "", body].join("\r\n")
  }
  const outcomes = new Map<string, number>()
  const sendOne = async () => {
    const outcome = await proxy.send(request())
    outcomes.set(outcome, (outcomes.get(outcome) ?? 0) + 1)
  }
  let isLoaded = true
  const load = (async () => {
    while (isLoaded) {
      await Promise.all(Array.from({ length: 12 }, sendOne)) // so that connections are idle for a while before they are used again
      for (let i = 0; i < 10; i++) await Promise.all([sendOne(), wait(50)])
    }
  })()
  await until(async () => proxy.countIdle() >= 10, "connections are idle")
  for (const [i, port] of ports.entries()) {
    assert.equal(await servers[i]!.stop(), 0)
    servers[i] = await start(port)
  }
  isLoaded = false
  await load
  assert.deepEqual([...outcomes.keys()], ["201"])
})

test("is not ready while it stops, and still answers on open connections", async () => {
  const databaseUrl = await cloneDatabase()
  const port = await freePort()
  const server = await startServer(databaseUrl, { PORT: String(port), ROLE: "api", TRUST_PROXY: "true" })
  const [ready, healthy] = await Promise.all([openConnection(port), openConnection(port)])
  for (const { get } of [ready, healthy]) assert.match(await get("/readyz"), /^HTTP\/1\.1 200 (?!.*^connection: close)/ims)
  const exitCode = server.stop()
  await until(() => canConnect(port).then(can => !can), "it accepts no more connections")
  assert.match(await ready.get("/readyz"), /^HTTP\/1\.1 503 .*^connection: close\r$.*"not ready: the process is stopping"/ims)
  assert.match(await healthy.get("/healthz"), /^HTTP\/1\.1 200 .*^connection: close\r$/ims)
  assert.equal(await exitCode, 0) // soon, because the proxy has used both connections
})

/** A connection that is kept alive for several requests. */
async function openConnection(port: number) {
  const socket = connect(port, "127.0.0.1").on("error", () => {})
  await once(socket, "connect")
  return {
    async get(path: string): Promise<string> {
      socket.write(`GET ${path} HTTP/1.1\r\nHost: localhost\r\n\r\n`)
      return String((await once(socket, "data"))[0])
    },
  }
}

async function canConnect(port: number): Promise<boolean> {
  const socket = connect(port, "127.0.0.1")
  return once(socket, "connect")
    .then(
      () => true,
      () => false,
    )
    .finally(() => socket.destroy())
}
