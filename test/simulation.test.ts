import assert from "node:assert/strict"
import { after, test } from "node:test"
import { bundleProgram, removeProgram, simulate } from "../prove/simulate/simulate.ts"
import { cloneDatabase } from "./service.ts"
import { faultRounds } from "./levels.ts"

const folder = await bundleProgram()
after(() => removeProgram(folder))

const run = async (seed: number, days = 1) => simulate(folder, await cloneDatabase(), { seed, days, stepsPerDay: 40 })

test("a seed decides all that happens: run again, it leaves the same trace, and another seed another one", async () => {
  const [once, again, other] = [await run(1), await run(1), await run(2)]
  assert.equal(again.trace, once.trace)
  assert.equal(again.steps, once.steps)
  assert.notEqual(other.trace, once.trace)
})

for (let seed = 100; seed < 100 + faultRounds(4); seed++)
  test(`businesses on processes that are killed, frozen and cut off break no rule, seed ${seed}`, async () => {
    const { broken, promises } = await run(seed, 2)
    const { lost, doubled, differing } = promises
    assert.deepEqual({ broken, lost, doubled, differing }, { broken: [], lost: [], doubled: [], differing: [] })
  })
