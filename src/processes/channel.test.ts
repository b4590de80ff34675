import assert from "node:assert/strict"
import { EventEmitter } from "node:events"
import { test } from "node:test"
import { type Answers, openChannel } from "./channel.ts"

/** Two ends that hand each message to the other, as processes do. */
function connect(answers: Answers) {
  const ends = [new EventEmitter(), new EventEmitter()] as const
  const portTo = (own: EventEmitter, other: EventEmitter) => ({
    on: own.on.bind(own),
    send: (message: unknown) => void other.emit("message", message),
  })
  openChannel<null, null>(portTo(ends[1], ends[0]), () => {}, answers)
  return openChannel<null, null>(portTo(ends[0], ends[1]), () => {}, {})
}

test("a question gets its answer", async () => {
  const { ask } = connect({ allMetrics: async () => "requests 7" })
  assert.equal(await ask("allMetrics", null), "requests 7")
})

test("a question that can't be answered fails for the process that asked, and later ones are answered", async () => {
  let isBroken = true
  const { ask } = connect({
    async allMetrics() {
      if (isBroken) throw new Error("two processes count differently")
      return "requests 7"
    },
  })
  await assert.rejects(ask("allMetrics", null), /^Error: allMetrics got no answer: Error: two processes count differently$/)
  isBroken = false
  assert.equal(await ask("allMetrics", null), "requests 7")
})
