import assert from "node:assert/strict"
import { test } from "node:test"
import { disputeFixtures } from "../../../test/dispute-fixtures.ts"
import { type Any, startTestServer, until } from "../../../test/harness.ts"
import type { DisputeGateway, DisputeState, EvidenceRequest } from "../gateways/dispute-gateway.ts"
import type { BuiltInGateway } from "../gateways/gateway.ts"
import { addGateways, timeOut } from "../../../test/gateways.ts"
import { simulator } from "../gateways/simulator.ts"

const server = await startTestServer()
const { api } = server
const { act, advance, create, dispute, charge, effectOf, readDispute, reportOf, sell, sendEvent } = await disputeFixtures(
  api,
  server,
  server.keys.tenantId,
)

/** Gateways that charge and sign like the simulator: one whose answers a test scripts, and one that takes no answers to disputes. */
const unreachable = async () => {
  throw new Error("the gateway did not answer")
}
const scripted: BuiltInGateway = { ...simulator, id: "scripted" }
const silent: DisputeGateway = { submitEvidence: unreachable, accept: unreachable, lookUp: async () => ({ status: "open" }) }
const script = (disputes: Partial<DisputeGateway>) => (scripted.disputes = { ...silent, ...disputes })
const { disputes: _, ...withoutDisputes } = simulator
addGateways(scripted, { ...withoutDisputes, id: "reports-only" })

const disputedAt = async (gateway: string): Promise<Any> => {
  const charged = await create(`gateways/${gateway}/charges`, { paymentIntent: (await sell())._id, method: "card", token: "tok_success" })
  assert.equal(await effectOf(sendEvent("dispute.opened", reportOf(charged), api, gateway)), "needs-response")
  return (await api.get(`/v1/disputes?transaction=${charged._id}`)).body.data[0]
}
const submit = (disputed: Any) => act(disputed, "evidence", { text: "it was delivered" })
const subjectsAbout = async ({ _id }: Any): Promise<string[]> =>
  (await api.get("/v1/dev/mails?limit=100")).body.data.filter((mail: Any) => mail.object === _id).map((mail: Any) => mail.subject)

test("a gateway that does not answer at first gets the evidence again, under the same key", async () => {
  const requests: EvidenceRequest[] = []
  script({
    async submitEvidence(request) {
      requests.push(request)
      if (requests.length < 3) await unreachable()
    },
  })
  const disputed = await disputedAt("scripted")
  assert.equal((await submit(disputed)).body.data.status, "under-review")
  await until(async () => requests.length === 1, "the gateway is called")
  await advance("PT1M")
  await until(async () => requests.length === 3, "the gateway has taken it")
  assert.equal(new Set(requests.map(({ key }) => key)).size, 1)
  const { tenant, dispute: reference, text, documents } = requests[0]!
  assert.deepEqual([tenant, reference, text, documents], [server.keys.tenantId, disputed.reference, "it was delivered", []])
})

test("mails the people who may answer when an answer never reaches the gateway", async () => {
  script({})
  const disputed = await disputedAt("scripted")
  await submit(disputed)
  await advance("P1D") // past all attempts
  await until(
    async () => (await subjectsAbout(disputed)).some(subject => subject.endsWith("did not reach scripted")),
    "the people are told",
  )
  assert.equal((await readDispute(disputed)).status, "under-review")
})

test("ends a call that the gateway does not respond to, and calls again", async () => {
  const calls = { submitEvidence: 0, accept: 0, lookUp: 0 }
  const thenAnswer =
    <T>(call: keyof typeof calls, answer: T) =>
    () =>
      calls[call]++ === 0 ? timeOut() : Promise.resolve(answer)
  script({
    submitEvidence: thenAnswer("submitEvidence", undefined),
    accept: thenAnswer("accept", undefined),
    lookUp: thenAnswer("lookUp", { status: "open" } as const),
  })
  const disputed = await disputedAt("scripted")
  await submit(disputed)
  await until(async () => calls.submitEvidence === 1, "the evidence is handed over")
  await advance("P2D")
  await until(async () => calls.submitEvidence === 2 && calls.lookUp > 1, "both calls are made again")
  await act(disputed, "accept")
  await until(async () => calls.accept === 1, "the gateway is told")
  await advance("PT1M")
  await until(async () => calls.accept === 2, "the gateway is told again")
})

test("accepts answers to a dispute whose gateway takes none, and makes no call", async () => {
  const disputed = await disputedAt("reports-only")
  await submit(disputed)
  await act(disputed, "accept")
  await advance("P1D")
  assert.deepEqual([(await readDispute(disputed)).status, (await subjectsAbout(disputed)).length], ["accepted", 1])
})

test("a decision whose event was lost is found by the look-up", async () => {
  const asked: string[] = []
  let state: DisputeState = { status: "open" }
  script({
    async submitEvidence() {},
    async lookUp(_tenant, name) {
      asked.push(name)
      return state
    },
  })
  const disputed = await disputedAt("scripted")
  await submit(disputed)
  await advance("P2D")
  await until(async () => asked.includes(disputed.reference), "the gateway is asked")
  assert.equal((await readDispute(disputed)).status, "under-review")
  state = { status: "won", at: new Date(), fee: 150 }
  await advance("P2D")
  await until(async () => (await readDispute(disputed)).status === "won", "the dispute is won")
  assert.equal((await readDispute(disputed)).fees, 150)
})

test("goes on with look-ups after a gateway was down for longer than the worker retries", async () => {
  let state: DisputeState | undefined
  let asked = 0
  script({
    async submitEvidence() {},
    lookUp: async () => (asked++, state ?? unreachable()),
  })
  const disputed = await disputedAt("scripted")
  await submit(disputed)
  await advance("P1DT2H") // past all attempts
  await until(async () => asked >= 10, "it was asked in vain")
  assert.equal((await readDispute(disputed)).status, "under-review")
  state = { status: "won", at: new Date() }
  await advance("P2D")
  await until(async () => (await readDispute(disputed)).status === "won", "the dispute is won")
})

test("shows in the queue of a sandbox what will happen to a dispute", async () => {
  const disputed = await dispute(await charge())
  const { data } = (await api.get("/v1/simulations/queue?limit=100")).body
  const waiting = data.filter((each: Any) => each.object === disputed._id).map((each: Any) => [each.kind, each.event])
  assert.deepEqual(
    new Map(waiting as [string, string | null][]),
    new Map([
      ["look-up-dispute", null],
      ["dispute-reminder", null],
      ["dispute-deadline", "disputes.update"],
    ]),
  )
})
