import assert from "node:assert/strict"
import { createServer } from "node:http"
import type { AddressInfo } from "node:net"
import { after, test } from "node:test"
import { setTimeout as wait } from "node:timers/promises"
import { freePort } from "../free-port.ts"
import { startTestServer, until } from "../harness.ts"
import { isShort } from "../levels.ts"
import { newConnectionFlows } from "./connection-flows.ts"
import { newPaymentFlows } from "./payment-flows.ts"
import { startProviderAccounts } from "./provider-accounts.ts"
import type { Flow, World } from "./provider-tenant.ts"
import { expireLeases, lockTable, startServer } from "./server-process.ts"

/** The document of a dispute's evidence. */
const documents = createServer((_request, response) => response.writeHead(200, { "content-type": "application/pdf" }).end("%PDF"))
await new Promise<void>(resolve => void documents.listen(0, "127.0.0.1", resolve))
after(() => void documents.close())
const documentUrl = `http://127.0.0.1:${(documents.address() as AddressInfo).port}/receipt.pdf`

const accounts = await startProviderAccounts()
const here = await startTestServer({ ROLE: "api", BASE_URL: "http://127.0.0.1", ...accounts.env })
const { databaseUrl, sql } = here
const env = { PORT: String(await freePort()), ...accounts.env }
let killable = await startServer(databaseUrl, env)
const world: World = { here, killableUrl: killable.baseUrl, accounts, documentUrl, callers: [] }
const flows = [...(await newPaymentFlows(world)), ...(await newConnectionFlows(world))]

/** Work that must not be left undone. */
const kinds = [
  "resolve-charge",
  "refund",
  "resolve-refund",
  "register-mandate",
  "submit-evidence",
  "read-gateway-message",
  "disconnect-gateway",
]
const isLeft = `select 1 from jobs where kind in ('${kinds.slice(1).join("', '")}', 'finish-registration')`

/** Kills the server, starts another one, and lets it go on at once with what the killed one had begun. */
async function killAndRestart(beforeRestart: () => Promise<void> | void) {
  await killable.stop("SIGKILL")
  await beforeRestart()
  await expireLeases(sql)
  // What a provider does not have is given up after ten minutes.
  await sql("update transactions set left_at = left_at - interval '11 minutes' where status = 'processing'")
  // Once: the job of a later request must not run before that ends.
  await sql("update jobs set next_at = now() where kind = 'finish-registration'")
  killable = await startServer(databaseUrl, env)
}

/** Look-ups and repeats are due at once while this runs. */
async function hurrying(some: readonly string[], work: () => Promise<unknown>) {
  const ended = new AbortController()
  const hurry = async () => {
    while (!ended.signal.aborted) {
      await sql("update jobs set next_at = now() where next_at > now() and leased_until is null and kind = any($1)", [some])
      await wait(300)
    }
  }
  const hurried = hurry()
  await work().finally(() => ended.abort())
  await hurried
}

const beginAll = (some: readonly Flow[]) => Promise.all(some.map(async ({ name, begin }) => ({ name, ...(await begin()) })))

/** Acts that the kill interrupts get no answer. */
const act = (begun: Awaited<ReturnType<typeof beginAll>>) => Promise.allSettled(begun.map(each => each.act()))

async function verifyAll(begun: Awaited<ReturnType<typeof beginAll>>) {
  await hurrying(kinds, async () => {
    const results = await Promise.allSettled(begun.map(each => each.verify()))
    const failures = results.flatMap((result, i) => (result.status === "rejected" ? [`${begun[i]!.name}: ${String(result.reason)}`] : []))
    assert.deepEqual(failures, [])
  })
  await hurrying(["finish-registration"], () => until(async () => (await sql(isLeft)).length === 0, "no work is left"))
  assert.deepEqual(await sql("select kind, last_error from jobs where failed_at is not null"), [])
  assert.deepEqual(
    endpointsAtStripe(),
    (await sql(endpointsOfConnections)).map(({ endpoint }) => endpoint),
  )
  for (const api of world.callers) assert.deepEqual((await api.get("/v1/ledger/verify")).body.data.differences, [])
}

const endpointsAtStripe = () => [...accounts.stripe.state.endpoints.keys()].toSorted()
const endpointsOfConnections = "select endpoint from gateway_connections where endpoint like 'we_%' order by endpoint collate \"C\""

/** Begins flows and waits until each has sent its request, which is held. */
async function holdAt(at: number, when: "before" | "after") {
  const some = flows.filter(({ steps }) => steps[at])
  const begun = await beginAll(some)
  const grouped = Map.groupBy(
    some.map(({ steps }) => steps[at]!),
    ({ pattern }) => pattern,
  )
  const holds = [...grouped].map(([pattern, steps]) => ({ expected: steps.length, hold: steps[0]!.proxy.hold(pattern, when), pattern }))
  void act(begun)
  try {
    for (const { expected, hold, pattern } of holds) await until(async () => hold.count() >= expected, `${expected} of ${pattern} are held`)
  } catch (error) {
    for (const { hold } of holds) hold.drop()
    throw error
  }
  return { begun, holds: holds.map(({ hold }) => hold) }
}

/** A short run has two kills: when providers have done something and we do not know it. */
const fullTest = (name: string, run: () => Promise<void>) => {
  if (!isShort) void test(name, run)
}

const points = [
  { at: 0, when: "before" },
  { at: 0, when: "after" },
  { at: 1, when: "before" },
  { at: 1, when: "after" },
] as const

for (const { at, when } of points.filter(point => !isShort || point.when === "after"))
  test(`killed ${when} a provider has done step ${at + 1} of each flow: nothing is lost, and nothing happens twice`, async () => {
    const { begun, holds } = await holdAt(at, when)
    await killAndRestart(() => holds.forEach(hold => hold.drop()))
    await verifyAll(begun)
  })

fullTest("killed between the answers of providers and the commits", async () => {
  const { begun, holds } = await holdAt(0, "after")
  const events = await lockTable(databaseUrl, "events")
  for (const hold of holds) hold.release()
  await until(async () => (await events.countWaiting()) > 0, "an outcome waits to be written")
  await killAndRestart(async () => {
    await events.releaseWhenUnused()
  })
  await verifyAll(begun)
})

fullTest("killed before a message is answered, and right after everything else has committed", async () => {
  const begun = await beginAll(flows)
  const isMessage = ({ name }: { name: string }) => name === "a message that is read"
  await act(begun.filter(each => !isMessage(each)))
  const messages = await lockTable(databaseUrl, "gateway_messages")
  const sent = act(begun.filter(isMessage))
  await until(async () => (await messages.countWaiting()) > 0, "the message waits to be stored")
  await killAndRestart(async () => {
    await messages.releaseWhenUnused()
  })
  await verifyAll(begun)
  await sent
})
