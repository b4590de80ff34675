import { count, describeFaults, isClean, table } from "../report.ts"
import { writeParts, writtenBy } from "../page.ts"
import { rules } from "../rules.ts"
import type { Simulated } from "./simulate.ts"

/** A mistake, and the seed that found it; undefined if none did. */
export type Found = { name: string; tried: number; result: Simulated | undefined }

/** What one seed did, in a line, and what it found. */
export function describeSeed(result: Simulated): string {
  const { seed, days, steps, businessSteps, promises, seconds, trace } = result
  const work = `${count(businessSteps)} steps of business, ${count(steps)} decisions, ${count(promises.accepted)} accepted writes`
  const line = `seed ${seed}: ${days} days, ${work}, ${Math.round(seconds)} s, trace ${trace.slice(0, 12)}`
  if (isClean(result)) return line
  return `${line}\n${describeFaults(result)}\nnpm run prove -- --simulate --seed ${seed} --days ${days} repeats it.`
}

type Run = { seed: number; seeds: number; days: number }

/** Writes the figures into the page. */
export function writeSimulation({ seed, seeds, days }: Run, results: readonly Simulated[], found: readonly Found[]) {
  const sum = (numberOf: (result: Simulated) => number) => results.reduce((total, each) => total + numberOf(each), 0)
  const controls = found.length > 0 ? " --controls" : ""
  const command = `npm run prove -- --simulate --seed ${seed} --seeds ${seeds} --days ${days}${controls}`
  const faults = new Map<string, number>()
  for (const each of results) for (const [name, n] of Object.entries(each.faults)) faults.set(name, (faults.get(name) ?? 0) + n)
  const rows: [string, number][] = [
    ["simulated days, of all seeds", sum(each => each.days)],
    ["decisions of the seeds", sum(each => each.steps)],
    ["steps of the two businesses", sum(each => each.businessSteps)],
    ["requests, with those that were repeated", sum(each => each.requests)],
    ["writes that were accepted", sum(each => each.promises.accepted)],
    ["accepted writes that are lost", sum(each => each.promises.lost.length)],
    ["writes with two effects", sum(each => each.promises.doubled.length)],
    ["answers that differ from what is stored", sum(each => each.promises.differing.length)],
    ["webhooks received", sum(each => each.received)],
    ["rules that were checked afterwards", rules.length],
    ["rules that were broken", sum(each => each.broken.length)],
  ]
  const faultRows = [...faults].toSorted(([, a], [, b]) => b - a)
  const parts = [
    introduction,
    writtenBy(command),
    table(rows),
    table(faultRows),
    ...results.filter(each => !isClean(each)).map(describeSeed),
  ]
  writeParts({ "Simulated years": [...parts, ...found.map(describeFound)].join("\n\n") })
}

function describeFound({ name, tried, result }: Found): string {
  if (!result) return `The mistake "${name}" **was not found** by ${tried} seeds.`
  const which = tried === 1 ? "first seed" : `seed ${result.seed}, after ${tried - 1} others`
  const summary = `The mistake "${name}" was found by the ${which}, in ${count(result.businessSteps)} steps of business.`
  return `${summary}\n\n${describeFaults(result)}`
}

const introduction = `The whole service runs in one process: two processes of it with their requests, jobs, loops and timers, their clients,
the receivers of webhooks and the gateway. Only PostgreSQL is real. Nothing happens by itself: a seed decides which statement,
answer, request or timer goes on next, and what fails, hangs, gets lost, comes late or twice. Time is a number that the seed moves
on, for PostgreSQL, too; so a year passes in minutes. The same seed does the same again, down to each statement and what it
returned, and \`npm test\` compares the hashes of two runs. So a fault that a seed has found is repeated by one line
([decision 87](decisions/0087-simulation.md)).`
