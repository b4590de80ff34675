import assert from "node:assert/strict"
import type { TestContext } from "node:test"
import { setTimeout as wait } from "node:timers/promises"
import pg from "pg"
import type { Keys } from "../../src/platform/api-keys/create-tenant.ts"
import { type Any, type Caller, newContact, newIntent, until } from "../harness.ts"
import type { createKeepAliveProxy } from "./keep-alive-proxy.ts"

type Proxy = ReturnType<typeof createKeepAliveProxy>
/** `url` is the database of the tenant. */
type Tenant = { keys: Keys; url: string }
type Call = { keys: Keys; path: string; fields?: object | undefined; key?: string | undefined }

const clientsPerTenant = 3
/** Most payments are made while the service migrates or restarts. More of them would show nothing new, and slow that down. */
const pauseMs = 100
const amount = 10_000

/**
 * Clients who create payment intents and pay them through a proxy, each request under its key, until they are stopped. They repeat some
 * requests, read, and count every answer that is no success. A request that no server accepts is repeated if `maySleep`; otherwise it has
 * failed.
 */
export function startClients(t: TestContext, proxy: Proxy, tenants: Tenant[], { maySleep = false } = {}) {
  const failures: string[] = []
  const paid = new Map<Tenant, string[]>(tenants.map(tenant => [tenant, []]))
  const answers = new Map<number, number>()
  let [isStopped, isPaused, active] = [false, false, 0]
  const call = createCall(proxy, failures, answers, () => maySleep && !isStopped)

  async function payOne({ keys }: Tenant, contact: string, reference: string): Promise<boolean> {
    const create = { keys, path: "/v1/payment-intents/create", fields: newIntent(contact, { reference }), key: `create-${reference}` }
    const intent = await call(create)
    if (!intent) return false
    const fields = { paymentIntent: intent._id, amount, method: "cash" }
    const pay = { keys, path: "/v1/transactions/create", fields, key: `pay-${reference}` }
    const payment = await call(pay)
    const [again, paidAgain, read] = await Promise.all([call(create), call(pay), call({ keys, path: `/v1/payment-intents/${intent._id}` })])
    if (again?._id !== intent._id || paidAgain?._id !== payment?._id) failures.push(`${reference}: a repeated request took effect again`)
    if (read?.status !== "paid-full") failures.push(`${reference}: it was read as ${read?.status}`)
    return payment !== undefined
  }

  async function work(tenant: Tenant, client: number) {
    const { _id } = (await call({ keys: tenant.keys, path: "/v1/contacts/create", fields: newContact(), key: `contact-${client}` })) ?? {}
    for (let n = 0; !isStopped; n++) {
      await until(async () => !isPaused || isStopped, "the clients go on")
      active++
      const reference = `${client}-${n}`
      if (await payOne(tenant, _id, reference)) paid.get(tenant)!.push(reference)
      active--
      await wait(pauseMs)
    }
  }

  const clients = tenants.flatMap(tenant => Array.from({ length: clientsPerTenant }, (_, client) => work(tenant, client)))
  const stop = async () => {
    isStopped = true
    await Promise.all(clients)
  }
  t.after(stop)
  const count = () => [...paid.values()].flat().length
  return {
    /** Waits until so many more payments are made. Fails if any request has failed. */
    async payMore(n: number) {
      const before = count()
      await until(async () => count() >= before + n || failures.length > 0, `${n} more payments are made`, 120_000)
      assert.deepEqual([...failures], [])
    },
    /** How many requests each server answered since the last call, by its port. */
    takeAnswers() {
      const taken = new Map(answers)
      answers.clear()
      return taken
    },
    /** Runs the work while no request is on its way. */
    async whilePaused(act: () => Promise<void>) {
      isPaused = true
      await until(async () => active === 0, "all requests are answered")
      await act()
      isPaused = false // the clients look again within 0.2 s
    },
    stop,
    paid,
  }
}

/** Sends one request, and again while no server accepts it and it may sleep. Notes who answered, and each answer that is no success. */
function createCall(proxy: Proxy, failures: string[], answers: Map<number, number>, maySleep: () => boolean) {
  return async function call({ keys, path, fields, key }: Call): Promise<Any> {
    const { status, body, port } = await proxy.ask(requestOf(keys, path, fields, key))
    if (status === "refused" && maySleep()) {
      await wait(100)
      return call({ keys, path, fields, key })
    }
    answers.set(port, (answers.get(port) ?? 0) + 1)
    if (/^20[01]$/.test(status)) return JSON.parse(body).data
    failures.push(`${path}: ${status} ${body.slice(0, 300)}`)
  }
}

function requestOf(keys: Keys, path: string, fields?: object, key?: string): string {
  const body = fields === undefined ? "" : JSON.stringify(fields)
  return [
    `${fields === undefined ? "GET" : "POST"} ${path} HTTP/1.1`,
    "Host: localhost",
    `Authorization: ApiKey ${keys.apiKey}`,
    `X-TENANT-ID: ${keys.tenantId}`,
    ...(key === undefined ? [] : [`Idempotency-Key: ${key}`]),
    ...(fields === undefined ? [] : ["Content-Type: application/json"]),
    `Content-Length: ${Buffer.byteLength(body)}`,
    "",
    body,
  ].join("\r\n")
}

/** Every payment is there once, no other is, and ledger and audit log are right. */
export async function assertPaidOnce({ keys, url }: Tenant, references: string[], api: Caller) {
  const client = new pg.Client({ connectionString: url, options: "-c app.tenants=*" })
  await client.connect()
  const { rows } = await client.query(
    `select i.reference, i.paid, count(t.id)::int as payments from payment_intents i
     left join transactions t on t.tenant_id = i.tenant_id and t.payment_intent_id = i.id
     where i.tenant_id = $1 group by i.tenant_id, i.id order by i.reference collate "C"`,
    [keys.tenantId],
  )
  await client.end()
  assert.deepEqual(
    rows.map(row => ({ ...row, paid: Number(row.paid) })),
    references.toSorted().map(reference => ({ reference, paid: amount, payments: 1 })),
  )
  assert.deepEqual((await api.get("/v1/ledger/verify")).body.data.differences, [])
  assert.deepEqual((await api.get("/v1/audit-log/verify")).body.data.problems, [])
}
