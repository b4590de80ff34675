import assert from "node:assert/strict"
import { test } from "node:test"
import { endSharedService } from "../../../test/service.ts"
import { allCells, closeDatabase, openDatabase } from "../db/cells.ts"
import { createIdlePause, createSharedSignal, createSignal, sharedSignals } from "./signal.ts"

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

test("a shared signal names its cell to other processes, and wakes only the loops of that cell", async () => {
  const url = "postgres://nobody@127.0.0.1/nothing"
  await endSharedService()
  openDatabase(url, 6, [{ name: "east", url }])
  const [home, east] = allCells()
  const signalOf = createSharedSignal("test", "requests")
  const shared = sharedSignals.get("test")!
  const told: string[] = []
  shared.forward(cell => told.push(cell))
  signalOf(east!).signal()
  assert.deepEqual(told, ["east"])
  await signalOf(east!).wait(forever)
  shared.wake("east")
  shared.wake("a cell that this process does not have")
  await signalOf(east!).wait(forever)
  const atHome = signalOf(home!)
    .wait(forever)
    .then(() => "woken")
  shared.wake("east")
  assert.equal(await Promise.race([atHome, new Promise(resolve => setTimeout(resolve, 20, "waits"))]), "waits")
  shared.wake("home")
  await atHome
  assert.deepEqual(told, ["east"], "what another process raised is not sent back")
  sharedSignals.delete("test")
  await closeDatabase()
})

test("a pause grows up to its limit while there is nothing to do, and starts short again after a reset", () => {
  const pause = createIdlePause(100, 300)
  assert.deepEqual([pause.next(), pause.next(), pause.next(), pause.next(), pause.next()], [100, 150, 225, 300, 300])
  pause.reset()
  assert.equal(pause.next(), 100)
})
