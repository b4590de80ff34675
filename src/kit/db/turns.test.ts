import assert from "node:assert/strict"
import { setImmediate as nextTurn } from "node:timers/promises"
import { test, type TestContext } from "node:test"
import { inTurns } from "./turns.ts"

/** Work that ends when the test says so. `started` has how many items each piece has taken. */
function workOf(t: TestContext, full = 5) {
  t.mock.timers.enable({ apis: ["setTimeout"] })
  const started: number[] = []
  const ends: (() => void)[] = []
  let items = 0
  const start = inTurns({
    waiting: () => items,
    full,
    run() {
      started.push(Math.min(items, full))
      items -= started.at(-1)!
      return new Promise<void>(resolve => ends.push(resolve))
    },
  })
  return {
    started,
    async add(count: number) {
      items += count
      start()
      await nextTurn()
    },
    async endOf(n: number) {
      ends[n]!()
      await nextTurn()
    },
  }
}

test("takes all items that arrive while work runs as the next batch", async t => {
  const { started, add, endOf } = workOf(t)
  await add(1)
  await add(1)
  await add(2)
  assert.deepEqual(started, [1])
  await endOf(0)
  assert.deepEqual(started, [1, 3])
})

test("slow work delays others only for a moment, and at most two batches run at once", async t => {
  const { started, add, endOf } = workOf(t)
  await add(1)
  await add(2)
  t.mock.timers.tick(49)
  assert.deepEqual(started, [1])
  t.mock.timers.tick(1)
  assert.deepEqual(started, [1, 2])
  await add(3)
  t.mock.timers.tick(100)
  assert.deepEqual(started, [1, 2])
  await endOf(1)
  assert.deepEqual(started, [1, 2, 3])
  await endOf(0)
  await endOf(2)
  await add(1)
  await add(1)
  assert.deepEqual(started, [1, 2, 3, 1], "after slow work has ended, work goes on in turns")
})

test("runs a full batch at once", async t => {
  const { started, add } = workOf(t, 5)
  await add(1)
  await add(6)
  assert.deepEqual(started, [1, 5])
})
