import { isClean } from "../report.ts"
import type { controls } from "./controls.ts"
import { describeFound, describeSeed, type Found } from "./report.ts"
import { simulateSeeds } from "./seeds.ts"
import type { Simulated } from "./simulate.ts"

type Run = { seed: number; seeds: number; days: number; traceFile?: string | undefined }
const stepsPerDay = 40
/** A control is found by one of so many short simulations. */
const maxControlSeeds = 12
const controlDays = 3

/** Simulates each seed, and a service with each of the mistakes until a seed finds it. */
export async function simulateAll(run: Run, mistakes: typeof controls): Promise<{ results: Simulated[]; found: Found[] }> {
  const results = await simulateSeeds({ ...run, stepsPerDay }, { report: result => console.log(describeSeed(result)) })
  const found: Found[] = []
  for (const control of mistakes) {
    const days = { seed: run.seed, seeds: maxControlSeeds, days: controlDays, stepsPerDay: 3 * stepsPerDay }
    const tried = await simulateSeeds(days, { changes: [control], isEnough: each => !isClean(each) })
    const steps = tried.reduce((sum, { businessSteps }) => sum + businessSteps, 0)
    found.push({ name: control.name, seeds: tried.length, steps, result: tried.find(each => !isClean(each)) })
    console.log(describeFound(found.at(-1)!))
  }
  return { results, found }
}
