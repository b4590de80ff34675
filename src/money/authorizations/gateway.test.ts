import assert from "node:assert/strict"
import { after, test } from "node:test"
import { timeOut } from "../../../test/gateways.ts"
import { type Any, newContact, startTestServer, until } from "../../../test/harness.ts"
import { log } from "../../kit/service/log.ts"
import { GatewayUnreachable, type MandateGateway } from "../gateways/gateway.ts"
import { simulator } from "../gateways/simulator.ts"

const { api } = await startTestServer()

/** Mandates go to the simulator, so a test scripts its answers. */
const simulated = simulator.mandates!
const script = (mandates: Partial<MandateGateway>) => (simulator.mandates = { ...simulated, ...mandates })
after(() => void script({}))

const advance = (by: string) => api.post("/v1/simulations/clock", { advance: by })
const unreachable = async () => {
  throw new GatewayUnreachable("not reachable")
}
const create = async (): Promise<Any> => {
  const contact = (await api.create("/v1/contacts/create", newContact())).body.data._id
  const fields = { holder: "Ana Souza", country: "DE", currency: "EUR", iban: "DE89370400440532013000", owner: "contact", contact }
  const bankAccount = (await api.create("/v1/bank-accounts/create", fields)).body.data._id
  return (await api.create("/v1/authorizations/create", { contact, bankAccount, scheme: "sepa", maxAmount: 10_000 })).body.data
}
const becomes = ({ _id }: Any, status: string) =>
  until(async () => (await api.get(`/v1/authorizations/${_id}`)).body.data.status === status, `the authorization is ${status}`)
const revoke = async ({ _id }: Any) => assert.equal((await api.post(`/v1/authorizations/${_id}/revoke`)).status, 200)

test("ends a call that the gateway does not respond to, and calls again", async () => {
  const calls = { register: 0, lookUp: 0, end: 0 }
  const isFirst = (call: keyof typeof calls) => calls[call]++ === 0
  script({
    register: request => (isFirst("register") ? timeOut() : simulated.register(request)),
    lookUp: (tenant, key) => (isFirst("lookUp") ? timeOut() : simulated.lookUp(tenant, key)),
    end: (tenant, key) => (isFirst("end") ? timeOut() : simulated.end(tenant, key)),
  })
  const mandate = await create()
  await until(async () => calls.register === 1, "it is registered")
  await advance("PT2M")
  await becomes(mandate, "active")
  await advance("P1D")
  await until(async () => calls.lookUp === 2, "it is looked up again")
  await revoke(mandate)
  await until(async () => calls.end === 1, "the gateway is told of the end")
  await advance("PT1M")
  await until(async () => calls.end === 2, "the gateway is told again")
})

test("goes on with look-ups after a gateway was down for longer than the worker retries", async () => {
  let asked = 0
  script({ lookUp: () => (asked++, unreachable()) })
  const mandate = await create()
  await advance("PT2M")
  await becomes(mandate, "active")
  await advance("P1DT2H") // past all attempts
  await until(async () => asked >= 10, "it was asked in vain")
  script({ lookUp: async (_tenant, reference) => ({ status: "expired", reference }) })
  await advance("P2D")
  await becomes(mandate, "expired")
})

test("tells the gateway every day that a mandate has ended until the gateway answers", async () => {
  let told = 0
  script({ end: () => (told++, unreachable()) })
  const mandate = await create()
  await advance("PT2M")
  await becomes(mandate, "active")
  await revoke(mandate)
  await advance("P2D") // past all attempts, twice
  await until(async () => told >= 20, "it was told in vain on two days")
  const heard: string[] = []
  script({ end: async (_tenant, key) => void heard.push(key) })
  await advance("P1D")
  await until(async () => heard.length > 0, "it has heard of it")
  await advance("P2D")
  assert.deepEqual(heard, [mandate._id])
})

test("leaves the end of a mandate to a person when the gateway can't be reached for a month", async t => {
  const logged = t.mock.method(log, "error", () => {})
  let told = 0
  script({ end: () => (told++, unreachable()) })
  const mandate = await create()
  await advance("PT2M")
  await becomes(mandate, "active")
  await revoke(mandate)
  await advance("P32D")
  assert.ok(told >= 290 && told <= 310, `it was told ${told} times`)
  assert.deepEqual(
    logged.mock.calls.map(({ arguments: [facts] }) => (facts as Any).mandate),
    [mandate._id],
  )
  const before = told
  await advance("P5D")
  assert.equal(told, before)
})
