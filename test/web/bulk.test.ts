import assert from "node:assert/strict"
import { test } from "node:test"
import { type BulkItem, noAnswer, runEach } from "../../web/lib/bulk.ts"

test("a request without an answer ends the run, and is not shown as one that was never sent", async () => {
  const items = Array.from({ length: 6 }, (_, i): BulkItem => {
    const id = String(i)
    return { id, target: id, name: id, input: {}, key: id, state: "waiting" }
  })
  const states = new Map<string, string>()
  const send = async () => ({ why: noAnswer, isOver: true as const })
  await runEach(
    items,
    send,
    ({ id, state, why }) => void states.set(id, `${state} ${why ?? ""}`),
    () => false,
  )
  assert.deepEqual(
    [...states.values()],
    Array.from({ length: 4 }, () => `failed ${noAnswer}`),
  )
})
