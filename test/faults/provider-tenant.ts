// A tenant with a connection to a double, and a payment that is followed to its end there.
import assert from "node:assert/strict"
import type { Proxy } from "../doubles/proxy.ts"
import { type Any, type ApiResponse, type Caller, createCaller, newContact, newIntent, type TestServer, until } from "../harness.ts"
import { sendRequest } from "../request.ts"
import type { Message, ProviderAccount, ProviderAccounts } from "./provider-accounts.ts"

/** A flow that calls a provider: what it begins with, the act that is killed, and what must be true after the restart. */
export type Flow = {
  name: string
  /** The requests that change something at the provider, in order. */
  steps: { proxy: Proxy; pattern: RegExp }[]
  begin(): Promise<Begun>
}
/** `act` may get no answer. `verify` waits until the service has caught up, does again what a person would, and compares. */
type Begun = { act(): Promise<unknown>; verify(): Promise<void> }

/** `here` runs no jobs and is never killed; acts go to the process that is. */
export type World = { here: TestServer; killableUrl: string; accounts: ProviderAccounts; documentUrl: string; callers: Caller[] }

export const step = ({ proxy }: { proxy: Proxy }, pattern: RegExp) => ({ proxy, pattern })

export type Tenant = Awaited<ReturnType<typeof openTenant>>

/** A tenant of its own for each flow, because a worker runs the jobs of one tenant in order. */
export async function openTenant({ here, killableUrl, callers }: World, account: ProviderAccount) {
  const other = await here.otherTenant()
  const api: Caller = other
  const killable = createCaller(killableUrl, other.keys)
  callers.push(api)
  const read = async (path: string): Promise<Any> => (await api.get(`/v1/${path}`)).body.data
  const create = async (path: string, body: object, by: Caller = api): Promise<Any> => {
    const response = await again(() => by.create(`/v1/${path}/create`, body))
    assert.equal(response.status, 201, response.text)
    return response.body.data
  }
  const connect = ({ gateway, credentials }: ProviderAccount) => create("gateway-connections", { gateway, name: gateway, credentials })
  const contact = await create("contacts", newContact())
  const connection = await connect(account)
  return {
    api,
    killable,
    account,
    connection,
    contact,
    read,
    create,
    connect,
    sell: () => create("payment-intents", newIntent(contact._id, { currency: account.currency })),
    charge: (intent: Any, by = api, { gateway, method }: ProviderAccount = account, fields: object = {}) =>
      by.create(`/v1/gateways/${gateway}/charges/create`, { paymentIntent: intent._id, method, ...fields }),
    /** Sends messages as the provider does, signed anew each time, until all of them were taken. */
    deliver: (newMessages: () => Message[], to = connection) =>
      until(async () => {
        const sent = newMessages().map(({ path, headers, body }) => {
          const url = `${killableUrl}/v1/gateways/${to.gateway}/events/${to._id}${path}`
          return sendRequest(url, { method: "POST", headers: { "content-type": "application/json", ...headers }, body })
        })
        const results = await Promise.allSettled(sent)
        return results.length > 0 && results.every(result => result.status === "fulfilled" && result.value.status === 200)
      }, "the messages were taken"),
  }
}

/** Tries again while the service says that the provider can't be reached: on a busy machine a double may be too slow. */
export const again = (call: () => Promise<ApiResponse>): Promise<ApiResponse> =>
  until(async () => {
    const response = await call()
    return response.status !== 503 && response
  }, "the provider was reached")

export const chargesOf = ({ read }: Tenant, { _id }: Any): Promise<Any[]> =>
  read(`transactions?paymentIntent=${_id}&transactionType=charge`)

/** No charge is without an outcome; if none is open, the payer tries again; then the payer pays. The money was taken and booked once. */
export async function verifyPaidOnce(tenant: Tenant, intent: Any, providers: ProviderAccount[], fields: object = {}) {
  const isKnown = ({ status, action }: Any) => status !== "processing" || action !== null
  await until(async () => (await chargesOf(tenant, intent)).every(isKnown), `the charges of ${intent.number} have an outcome`)
  const isAlive = ({ status }: Any) => status === "processing" || status === "succeeded"
  if (!(await chargesOf(tenant, intent)).some(isAlive)) {
    const { status, text } = await again(() => tenant.charge(intent, tenant.api, providers[0], fields))
    assert.equal(status, 201, text)
  }
  for (const { _id, gateway } of (await chargesOf(tenant, intent)).filter(({ status }) => status === "processing")) {
    const account = providers.find(each => each.gateway === gateway)!
    const connections: Any[] = await tenant.read("gateway-connections")
    const connection = connections.find(each => each.gateway === gateway)
    const messages = account.pay(_id, connection.eventsUrl)
    await tenant.deliver(() => messages, connection)
  }
  await until(async () => (await tenant.read(`payment-intents/${intent._id}`)).status === "paid-full", `${intent.number} is paid`)
  const charges = await chargesOf(tenant, intent)
  const keys = charges.map(({ _id }) => _id as string)
  const taken = providers.reduce((sum, account) => sum + account.countPaid(keys), 0)
  assert.deepEqual([taken, charges.filter(({ status }) => status === "succeeded").length], [1, 1])
}
