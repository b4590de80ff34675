import { isClean } from "../report.ts"
import { controls } from "./controls.ts"
import { describeSeed, type Found } from "./report.ts"
import { simulateSeeds } from "./seeds.ts"
import type { Simulated } from "./simulate.ts"

type Run = { seed: number; seeds: number; days: number; traceFile?: string | undefined }
const stepsPerDay = 40
/** A control is found by one of so many short simulations. */
const maxControlSeeds = 12
const controlDays = 3

/** Simulates each seed, and, if asked, a service with each mistake until a seed finds it. */
export async function simulateAll(run: Run, withControls: boolean): Promise<{ results: Simulated[]; found: Found[] }> {
  const results = await simulateSeeds({ ...run, stepsPerDay }, { report: result => console.log(describeSeed(result)) })
  const found: Found[] = []
  for (const control of withControls ? controls : []) {
    const days = { seed: run.seed, seeds: maxControlSeeds, days: controlDays, stepsPerDay: 3 * stepsPerDay }
    const tried = await simulateSeeds(days, { changes: [control], isEnough: each => !isClean(each) })
    const steps = tried.reduce((sum, { businessSteps }) => sum + businessSteps, 0)
    found.push({ name: control.name, seeds: tried.length, steps, result: tried.find(each => !isClean(each)) })
    console.log(`${control.name}: ${found.at(-1)!.result ? `found by the seed ${found.at(-1)!.result!.seed}` : "NOT FOUND"}`)
  }
  return { results, found }
}
