// Purchases at payment links: processes are killed while each table of a commit waits to be written.
import assert from "node:assert/strict"
import { test } from "node:test"
import { type Any, uniqueEmail, until } from "../harness.ts"
import { isShort } from "../levels.ts"
import { payByPage } from "../payer.ts"
import { advanceClock } from "../receiver.ts"
import { expireLeases, lockTable, startPair, startServer } from "./server-process.ts"

const pair = await startPair({ ROLE: "api" })
const { databaseUrl, sql } = pair
const [api, baseUrl] = [pair.apis[1]!, pair.baseUrls[1]!]
let worker = await startServer(databaseUrl) // the only process that runs jobs
const service = (await api.post("/v1/services/create", { name: "Concert", price: { amount: 2500, currency: "BRL" } })).body.data

/** A short run kills at every second table. */
const some = (tables: string[]) => tables.filter((_, i) => !isShort || i % 2 === 0)

const newLink = async (fields: object = {}): Promise<Any> => {
  const lines = [{ service: service._id, stock: 5, quantity: { min: 1, max: 5 } }]
  const { status, body, text } = await api.create("/v1/payment-links/create", { name: "Concert", lines, ...fields })
  assert.equal(status, 201, text)
  return body.data
}
const addressAt = (base: string, { url }: Any) => base + new URL(url).pathname
/** The fields that a visitor sends, with the key of the form that the page showed. */
async function fill(link: Any): Promise<Record<string, string>> {
  const page = await (await fetch(addressAt(baseUrl, link))).text()
  const names = [...page.matchAll(/name="(q-\w+)"/g)].map(([, name]) => name!)
  const quantities = Object.fromEntries(names.map(name => [name, "2"]))
  return { key: /name="key" value="([^"]*)"/.exec(page)![1]!, name: "Ana Souza", email: uniqueEmail(), ...quantities }
}
const send = (base: string, link: Any, fields: Record<string, string>) =>
  fetch(addressAt(base, link), { method: "POST", body: new URLSearchParams(fields), redirect: "manual" })
const read = async (path: string): Promise<Any> => (await api.get(`/v1/${path}`)).body
const purchasesOf = async ({ _id }: Any): Promise<Any[]> => (await read(`payment-link-purchases?paymentLink=${_id}`)).data

/** What of the link is taken: how often it was used, and how many units are left. */
async function takenOf({ _id }: Any) {
  const { uses, lines } = (await read(`payment-links/${_id}`)).data
  return [uses, lines[0].stock - lines[0].taken]
}

for (const table of some(["payment_link_purchases", "orders", "payment_links", "contacts", "payment_intents", "jobs", "events"]))
  test(`makes one purchase, and takes its units once, when the process is killed while it writes ${table}`, async () => {
    const link = await newLink()
    const fields = await fill(link)
    const doomed = await startServer(databaseUrl, { ROLE: "api" })
    const blocked = await lockTable(databaseUrl, table)
    const ended = send(doomed.baseUrl, link, fields).then(
      () => "answered",
      () => "lost",
    )
    await until(async () => (await blocked.countWaiting()) > 0, `the purchase waits for ${table}`)
    await doomed.stop("SIGKILL")
    assert.equal(await ended, "lost")
    await blocked.releaseWhenUnused()
    const again = await send(baseUrl, link, fields)
    assert.equal(again.status, 303, await again.text())
    assert.equal((await send(baseUrl, link, fields)).headers.get("location"), again.headers.get("location"))
    const [purchase, ...others] = await purchasesOf(link)
    assert.deepEqual([others.length, purchase.status], [0, "open"])
    assert.deepEqual(await takenOf(link), [1, 3])
    for (const list of ["orders", "payment-intents"]) assert.equal((await read(`${list}?contact=${purchase.contact}`)).count, 1, list)
    assert.equal((await read(`contacts?email=${encodeURIComponent(fields["email"]!)}`)).count, 1)

    await payByPage({ links: { long: baseUrl + again.headers.get("location")! } }, "tok_success")
    await until(async () => (await purchasesOf(link))[0].status === "paid", "the purchase is paid")
    assert.deepEqual(await takenOf(link), [1, 3])
    assert.deepEqual((await read("ledger/verify")).data.differences, [])
  })

for (const table of some(["payment_links", "payment_link_purchases", "payment_intents"]))
  test(`gives the units of an abandoned purchase back once when the worker is killed while it writes ${table}`, async () => {
    const link = await newLink()
    assert.equal((await send(baseUrl, link, await fill(link))).status, 303)
    assert.deepEqual(await takenOf(link), [1, 3])
    await worker.stop()
    await sql("update tenants set clock_offset_ms = clock_offset_ms + $1", [3 * 86_400_000])
    const blocked = await lockTable(databaseUrl, table)
    worker = await startServer(databaseUrl)
    await until(async () => (await blocked.countWaiting()) > 0, `the worker waits for ${table}`)
    await worker.stop("SIGKILL")
    await blocked.releaseWhenUnused()
    await expireLeases(sql)
    worker = await startServer(databaseUrl)
    await until(async () => (await purchasesOf(link))[0].status === "released", "the purchase is released")
    await advanceClock(api, "PT2H") // what is left of the first attempt would run now
    assert.deepEqual(await takenOf(link), [0, 5])
    const [{ paymentIntent }] = await purchasesOf(link)
    assert.equal((await read(`payment-intents/${paymentIntent}`)).data.status, "canceled")
  })
