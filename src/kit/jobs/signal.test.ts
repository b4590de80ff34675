import assert from "node:assert/strict"
import { test } from "node:test"
import { createIdlePause, createSignal } from "./signal.ts"

const forever = 2 ** 31 - 1

test("a signal wakes every waiting loop, but none that starts to wait later", async () => {
  const work = createSignal()
  const woken = Promise.all([work.wait(forever), work.wait(forever)])
  work.signal()
  await woken
  const later = work.wait(forever).then(() => "woken")
  assert.equal(await Promise.race([later, new Promise(resolve => setTimeout(resolve, 20, "waits"))]), "waits")
  work.signal()
  await later
})

test("keeps a signal that nobody waits for, and wakes the next waiting loop once", async () => {
  const work = createSignal()
  work.signal()
  work.signal()
  await work.wait(forever)
  await work.wait(1) // ends by its time-out
})

test("a pause grows up to its limit while there is nothing to do, and starts short again after a reset", () => {
  const pause = createIdlePause(100, 300)
  assert.deepEqual([pause.next(), pause.next(), pause.next(), pause.next(), pause.next()], [100, 150, 225, 300, 300])
  pause.reset()
  assert.equal(pause.next(), 100)
})
