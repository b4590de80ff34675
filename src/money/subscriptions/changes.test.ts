import assert from "node:assert/strict"
import { test } from "node:test"
import { type Any, startTestServer } from "../../../test/harness.ts"
import { noJobIsDue, subscriptionFixtures } from "../../../test/subscription-fixtures.ts"
import { dayMs } from "../../kit/pure/calendar.ts"

const { api, sql } = await startTestServer()
const { act, advance, becomes, inMinutes, raised, raisedBy, read, subscribe } = subscriptionFixtures(api)

const codeOf = ({ status, body }: Any) => [status, body.error?.code]
const statusOf = async ({ _id }: Any) => (await read("subscriptions", _id)).status
const cyclesOf = (rows: Any[]) => rows.map(({ cycle }) => cycle)
const idle = () => noJobIsDue(sql)

test("raises nothing while paused, and does not bill skipped cycles when resumed", async () => {
  const subscription = await subscribe()
  await raised(subscription, 1)
  const paused = (await act(subscription, "pause")).body.data
  assert.deepEqual([paused.status, paused.nextCycleAt], ["paused", null])
  await advance("P5D")
  await idle()
  assert.equal((await raisedBy(subscription)).length, 1)
  const resumed = (await act(subscription, "resume")).body.data
  assert.equal(resumed.status, "active")
  assert.equal(Date.parse(resumed.nextCycleAt) - Date.parse(subscription.startAt), 6 * dayMs)
  await advance("P1D")
  const rows = await raised(subscription, 2)
  await idle()
  assert.deepEqual(cyclesOf(await raisedBy(subscription)), [1, 2])
  assert.equal(Date.parse(rows[1].dueAt) - Date.parse(rows[0].dueAt), 6 * dayMs)
})

test("raises the next date once when it is paused and resumed before that date", async () => {
  const subscription = await subscribe()
  await raised(subscription, 1)
  for (const action of ["pause", "resume", "pause", "resume"]) assert.equal((await act(subscription, action)).status, 200)
  await advance("P1D")
  await raised(subscription, 2)
  await idle()
  assert.deepEqual(cyclesOf(await raisedBy(subscription)), [1, 2])
})

test("completes a subscription that is resumed after its end", async () => {
  const subscription = await subscribe({ endAt: await inMinutes(36 * 60) })
  await raised(subscription, 1)
  await act(subscription, "pause")
  await advance("P3D")
  assert.equal((await act(subscription, "resume")).body.data.status, "completed")
  await idle()
  assert.equal((await raisedBy(subscription)).length, 1)
})

test("ends a subscription for good when it is canceled now, and the requests that it raised stay due", async () => {
  const subscription = await subscribe()
  const [intent] = await raised(subscription, 1)
  const canceled = (await act(subscription, "cancel", {})).body.data
  assert.deepEqual([canceled.status, canceled.nextCycleAt, typeof canceled.cancelAt], ["canceled", null, "string"])
  await advance("P3D")
  await idle()
  assert.equal((await raisedBy(subscription)).length, 1)
  assert.equal((await read("payment-intents", intent._id)).due, 5000)
})

test("raises no further cycle after a cancellation at cycle end; until then it is active and can't be paused", async () => {
  const subscription = await subscribe()
  await raised(subscription, 1)
  const ending = (await act(subscription, "cancel", { at: "cycle-end" })).body.data
  assert.deepEqual([ending.status, ending.cancelAt], ["active", ending.nextCycleAt])
  assert.deepEqual(codeOf(await act(subscription, "pause")), [409, "SUB-2002"])
  assert.deepEqual((await api.get(`/v1/subscriptions/${subscription._id}/upcoming`)).body.data, [])
  await advance("P2D")
  await becomes("subscriptions", subscription._id, ({ status }) => status === "canceled", "it is canceled")
  await idle()
  assert.equal((await raisedBy(subscription)).length, 1)
})

test("ends at once after a cancellation at cycle end when no cycle is running", async () => {
  const waiting = await subscribe({ startAt: await inMinutes(60) })
  assert.equal((await act(waiting, "cancel", { at: "cycle-end" })).body.data.status, "canceled")
  const paused = await subscribe()
  await raised(paused, 1)
  await act(paused, "pause")
  assert.equal((await act(paused, "cancel", { at: "cycle-end" })).body.data.status, "canceled")
})

test("each state allows its actions, and says why it refuses the others", async () => {
  const subscription = await subscribe({ startAt: await inMinutes(60) })
  const possible = async () => {
    const { data } = (await api.get(`/v1/subscriptions/${subscription._id}/actions`)).body
    return data.filter((each: Any) => each.allowed).map((each: Any) => each.action)
  }
  assert.deepEqual(await possible(), ["update", "pause", "cancel"])
  assert.deepEqual(codeOf(await act(subscription, "resume")), [409, "SUB-2001"])
  await act(subscription, "pause")
  assert.deepEqual(await possible(), ["update", "resume", "cancel"])
  await act(subscription, "cancel", { at: "now" })
  assert.deepEqual(await possible(), [])
  for (const action of ["pause", "resume", "cancel", "update"])
    assert.deepEqual(codeOf(await act(subscription, action, {})), [409, "SUB-2001"], action)
  const timeline = (await api.get(`/v1/subscriptions/${subscription._id}/timeline`)).body.data
  assert.deepEqual(
    timeline.map((entry: Any) => entry.action),
    ["subscriptions.update", "subscriptions.update", "subscriptions.create"],
  )
})

test("skips no cycle after a new start, even when an earlier pause skipped some", async () => {
  for (const again of [[], ["pause"]]) {
    const subscription = await subscribe({ startAt: await inMinutes(60) })
    await act(subscription, "pause")
    await advance("P3D")
    for (const action of ["resume", ...again]) assert.equal((await act(subscription, action)).status, 200)
    const startAt = await inMinutes(60)
    assert.equal((await act(subscription, "update", { startAt })).status, 200)
    if (again.length > 0) await act(subscription, "resume")
    const upcoming: Any[] = (await api.get(`/v1/subscriptions/${subscription._id}/upcoming?limit=3`)).body.data
    const daysAfter = upcoming.map(({ at }) => (Date.parse(at) - Date.parse(startAt)) / dayMs)
    assert.deepEqual(daysAfter, [0, 1, 2])
  }
})

test("applies new items and dates from the next cycle on", async () => {
  const team = (await api.post("/v1/teams/create", { name: "North" })).body.data
  const subscription = await subscribe()
  await raised(subscription, 1)
  const items = [
    { name: "Membership", amount: 7000 },
    { name: "Discount", amount: -500 },
  ]
  const changed = await act(subscription, "update", { items, dueAfterDays: 3, cycles: 2, description: "Both", team: team._id })
  assert.deepEqual([changed.body.data.amount, changed.body.data.cycles, changed.body.data.cycle], [6500, 2, 1])
  await advance("P1D")
  const [first, second] = await raised(subscription, 2)
  assert.deepEqual([first.amount, second.amount, second.description, second.team], [5000, 6500, "Both", team._id])
  assert.equal(Date.parse(second.dueAt) - Date.parse(first.dueAt), 4 * dayMs)
  assert.equal(await statusOf(subscription), "completed")
})

test("completes a schedule at once when new limits leave no further cycle", async () => {
  const subscription = await subscribe()
  await raised(subscription, 1)
  assert.deepEqual(codeOf(await act(subscription, "update", { cycles: 0 })), [400, "VAL-1003"])
  assert.equal((await act(subscription, "update", { cycles: 1 })).body.data.status, "completed")
  const other = await subscribe({ cycles: 3 })
  await raised(other, 1)
  await advance("P1D")
  await raised(other, 2)
  assert.deepEqual(codeOf(await act(other, "update", { cycles: 1 })), [400, "VAL-1003"])
  const ended = await act(other, "update", { cycles: null, endAt: await inMinutes(1) })
  assert.deepEqual([ended.body.data.status, ended.body.data.nextCycleAt], ["completed", null])
})

test("the start can be moved as long as no cycle was raised", async () => {
  const subscription = await subscribe({ startAt: await inMinutes(60) })
  const startAt = await inMinutes(120)
  assert.equal((await act(subscription, "update", { startAt })).body.data.nextCycleAt, startAt)
  await advance("PT90M")
  await idle()
  assert.deepEqual(await raisedBy(subscription), [])
  await advance("PT1H")
  await raised(subscription, 1)
  await idle()
  assert.equal((await raisedBy(subscription)).length, 1)
  assert.deepEqual(codeOf(await act(subscription, "update", { startAt: await inMinutes(60) })), [409, "SUB-2003"])
})
