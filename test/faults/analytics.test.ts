// Random histories in several currencies and time zones: every report equals a plain computation over all objects, whether it is read from
// roll-ups, from changes that are not folded yet, or from the rows. A report as of an earlier time equals the report at that time.
import assert from "node:assert/strict"
import { test } from "node:test"
import fc from "fast-check"
import { analyticsSweeps } from "../../src/insight/analytics/jobs.ts"
import { formats } from "../../src/insight/analytics/schema.ts"
import { expectedReport, type World } from "../analytics-oracle.ts"
import { type Any, startTestServer } from "../harness.ts"
import { faultRounds } from "../levels.ts"
import { type Args, createScenario, changingSteps, listAll, moneySteps, type Scenario } from "./analytics-steps.ts"

const server = await startTestServer({ ROLE: "api" }) // no worker: only the test folds and builds
const [fold, build] = analyticsSweeps.map(sweep => sweep.run) as [() => Promise<void>, () => Promise<void>]

const zones = ["America/Sao_Paulo", "Pacific/Kiritimati", "Pacific/Pago_Pago", "Asia/Kathmandu", "Europe/Lisbon", "UTC"]
const args: fc.Arbitrary<Args> = fc.record({
  at: fc.nat({ max: 1000 }),
  amount: fc.integer({ min: 1, max: 4000 }),
  part: fc.nat({ max: 100 }),
  parts: fc.array(fc.integer({ min: 1, max: 5000 }), { minLength: 1, maxLength: 3 }),
  currency: fc.constantFrom("BRL", "BRL", "JPY"),
  days: fc.integer({ min: -20, max: 100 }),
  flag: fc.boolean(),
  reason: fc.constantFrom(undefined, "duplicate", "abandoned"),
})
const weights: Record<string, number> = {
  create: 8,
  plan: 3,
  pay: 8,
  charge: 5,
  reverse: 4,
  refund: 3,
  openRefund: 3,
  split: 3,
  wait: 3,
  cancel: 3,
}
const stepsOf = (steps: Record<string, unknown>, count: number) =>
  fc.array(fc.tuple(fc.constantFrom(...Object.keys(steps).flatMap(name => Array<string>(weights[name] ?? 1).fill(name))), args), {
    minLength: count,
    maxLength: count,
  })
const allSteps = { ...moneySteps, ...changingSteps }

async function run(scenario: Scenario, steps: [string, Args][]) {
  for (const [name, each] of steps) await allSteps[name]!(scenario, each)
}

async function readWorld(scenario: Scenario, timezone: string): Promise<World> {
  const { api } = scenario
  const [intents, transactions, refunds, entries] = await Promise.all(
    ["payment-intents", "transactions", "refund-intents", "ledger/entries"].map(path => listAll(api, path)),
  )
  const names = new Map([[scenario.service, (await api.get(`/v1/services/${scenario.service}`)).body.data.name]])
  const { now } = (await api.get("/v1/settings")).body.data
  return { intents: intents!, transactions: transactions!, refunds: refunds!, entries: entries!, names, timezone, now: new Date(now) }
}

/** The queries that are compared: the default, days within months, and one currency or team. */
const queriesOf = (scenario: Scenario, { now }: World): Record<string, string>[] => {
  const day = (n: number) => new Date(now.getTime() + n * 86_400_000).toISOString().slice(0, 10)
  return [{}, { from: day(-70), to: day(-3) }, { from: day(-40), currency: "JPY" }, { from: day(-200), to: day(130), team: scenario.team }]
}

/** Removes the rates of corridors, which are today's rates. The rest is compared. */
const withoutRates = (byCurrency: Record<string, Any>) =>
  Object.fromEntries(
    Object.entries(byCurrency).map(([currency, { corridors }]) => {
      const rest = ({ source, target, count, sourceAmount, targetAmount }: Any) => ({ source, target, count, sourceAmount, targetAmount })
      return [currency, { corridors: corridors.map(rest) }]
    }),
  )

type Expected = { path: string; format: string; byCurrency: unknown }[]

/** Reads every format, compares it with the oracle, and returns the expected reports. */
async function compare(scenario: Scenario, timezone: string, mode: string): Promise<{ at: string; expected: Expected }> {
  const world = await readWorld(scenario, timezone)
  const expected: Expected = []
  for (const query of queriesOf(scenario, world))
    for (const format of formats) {
      const path = `/v1/analytics/payment-intents?${new URLSearchParams({ ...query, format }).toString()}`
      const { from, to, byCurrency } = (await scenario.api.get(path)).body.data
      const oracle = expectedReport(world, format, { ...query, from, to })
      const isFx = format === "fx-corridor-margin"
      assert.deepEqual(isFx ? withoutRates(byCurrency) : byCurrency, oracle, `${mode}: ${path}`)
      const same = new URLSearchParams({ ...query, format, from, to }).toString()
      expected.push({ path: `/v1/analytics/payment-intents?${same}`, format, byCurrency: oracle })
    }
  await agreesWithBalances(scenario, world)
  const { differences } = (await scenario.api.get("/v1/ledger/verify")).body.data
  const isMoney = ({ what }: Any) => what !== "status" // no worker marks intents overdue here
  assert.deepEqual(differences.filter(isMoney), [], mode)
  return { at: world.now.toISOString(), expected }
}

/** The outstanding amount of all intents equals the receivable balance, and the transactions report equals the counts of the list. */
async function agreesWithBalances({ api }: Scenario, { transactions, now }: World) {
  const to = new Date(now.getTime() + 2 * 86_400_000).toISOString().slice(0, 10)
  const from = new Date(now.getTime() - 3000 * 86_400_000).toISOString().slice(0, 10)
  const { byCurrency } = (await api.get(`/v1/analytics/payment-intents?format=consolidated&from=${from}&to=${to}`)).body.data
  const balances = (await api.get("/v1/balances")).body.data as Any[]
  for (const { currency, receivable } of balances) assert.equal(byCurrency[currency]?.outstanding ?? 0, receivable, currency)
  const stats = (await api.get(`/v1/analytics/transactions?from=${from}&to=${to}`)).body.data.byCurrency as Record<string, Any>
  const countOf = (part: Record<string, Any>) => Object.values(part).reduce((all, each) => all + each.count, 0)
  for (const part of ["byStatus", "byType"])
    assert.equal(
      Object.values(stats).reduce((all, each) => all + countOf(each[part]), 0),
      transactions.length,
      part,
    )
  const splits = (await api.get(`/v1/analytics/payment-splits?from=${from}&to=${to}`)).body.data.byCurrency as Record<string, Any>
  for (const part of Object.values(splits)) assert.equal(part.reconciliation.difference, 0)
}

/** The responses as of a time, byte for byte: all formats and queries, transactions and splits, with and without a team. */
async function readTexts({ api, team }: Scenario, { at, expected }: { at: string; expected: Expected }): Promise<Record<string, string>> {
  const others = ["transactions", "payment-splits"].flatMap(name => [`/v1/analytics/${name}?`, `/v1/analytics/${name}?team=${team}`])
  const paths = [...expected.map(({ path }) => path), ...others, "/v1/analytics/payment-splits?partnership=CASA"]
  const read = async (path: string) => {
    const { status, text } = await api.get(`${path}&asOf=${at}`)
    assert.equal(status, 200, text)
    return text
  }
  const texts: Record<string, string> = {}
  for (const path of paths) texts[path] = await read(path) // in parallel they would wait longer for a connection than a report may take
  return texts
}

async function isReady({ sql, tenant }: Scenario, timezone: string): Promise<boolean> {
  return (await sql("select 1 from analytics_states where tenant_id = $1 and ready and timezone = $2", [tenant, timezone])).length > 0
}

test("reports every format as a plain computation does, now and as of an earlier time, folded or not, in any time zone", async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.constantFrom(...zones),
      fc.constantFrom(...zones),
      stepsOf(allSteps, 25),
      stepsOf(allSteps, 20),
      stepsOf(allSteps, 20),
      async (zone, nextZone, first, second, third) => {
        const scenario = await createScenario(server, zone)
        await run(scenario, first)
        await compare(scenario, zone, "from the rows")
        await build()
        assert.equal(await isReady(scenario, zone), true)
        await compare(scenario, zone, "built")
        await run(scenario, second)
        await compare(scenario, zone, "with changes")
        await fold()
        const then = await compare(scenario, zone, "folded")
        await new Promise(resolve => setTimeout(resolve, 20))
        const asOf = await readTexts(scenario, then)
        await run(scenario, third)
        await compare(scenario, zone, "with changes after folding")
        assert.deepEqual(await readTexts(scenario, then), asOf)
        for (const { path, format, byCurrency } of then.expected) {
          const { body } = await scenario.api.get(`${path}&asOf=${then.at}`)
          const isFx = format === "fx-corridor-margin"
          assert.deepEqual(isFx ? withoutRates(body.data.byCurrency) : body.data.byCurrency, byCurrency, `as of ${then.at}: ${path}`)
        }
        await scenario.api.post("/v1/settings/update", { timezone: nextZone })
        await compare(scenario, nextZone, "from the rows, in another zone")
        await build()
        await compare(scenario, nextZone, "built in another zone")
        assert.deepEqual(await readTexts(scenario, then), asOf)
      },
    ),
    { numRuns: faultRounds(2), endOnFailure: true },
  )
})
