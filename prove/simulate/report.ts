import { count, describeFaults, isClean, table } from "../report.ts"
import { writeParts, writtenBy } from "../page.ts"
import { rules } from "../rules.ts"
import type { Simulated } from "./simulate.ts"

/** A mistake, how many seeds and steps it took, and the seed that found it; undefined if none did. */
export type Found = { name: string; seeds: number; steps: number; result: Simulated | undefined }

/** What one seed did, in a line, and what it found. */
export function describeSeed(result: Simulated): string {
  const { seed, days, steps, businessSteps, promises, seconds, trace } = result
  const work = `${count(businessSteps)} steps of business, ${count(steps)} decisions, ${count(promises.accepted)} accepted writes`
  const line = `seed ${seed}: ${days} days, ${work}, ${Math.round(seconds)} s, trace ${trace.slice(0, 12)}`
  if (isClean(result)) return line
  return `${line}\n${describeFaults(result)}\nnpm run prove -- --simulate --seed ${seed} --days ${days} repeats it.`
}

type Run = { seed: number; seeds: number; days: number }

/** Writes the figures into the page, and those of the mistakes in another part. */
export function writeSimulation(run: Run, results: readonly Simulated[], found: readonly Found[]) {
  const command = `npm run prove -- --simulate --seed ${run.seed} --seeds ${run.seeds} --days ${run.days}`
  if (results.length > 0) writeParts({ "Simulated years": renderResults(command, results) })
  if (found.length === 0) return
  const told = [mistakes, writtenBy(`${command} --controls`), renderFound(found)]
  writeParts({ "Mistakes that simulations must find": told.join("\n\n") })
}

function renderResults(command: string, results: readonly Simulated[]): string {
  const sum = (numberOf: (result: Simulated) => number) => results.reduce((total, each) => total + numberOf(each), 0)
  const faults = new Map<string, number>()
  for (const each of results) for (const [name, n] of Object.entries(each.faults)) faults.set(name, (faults.get(name) ?? 0) + n)
  const rows: [string, number][] = [
    ["seeds", results.length],
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
  const broken = results.filter(each => !isClean(each)).map(describeSeed)
  return [introduction, writtenBy(command), table(rows), table(faultRows), ...broken].join("\n\n")
}

/** What became of a mistake, in a line and what was noticed. */
export function describeFound({ name, seeds, steps, result }: Found): string {
  if (!result) return `${name}: NOT FOUND within ${seeds} seeds, in ${count(steps)} steps of business`
  return `${name}: found by the seed ${result.seed}, after ${count(steps)} steps of business\n${describeFaults(result)}`
}

/** A row for each mistake, also for those that no seed has found. */
export function renderFound(found: readonly Found[]): string {
  const rows = found.map(({ name, seeds, steps, result }) => {
    const which = result ? String(result.seed) : `**not found within ${seeds} seeds**`
    return `| ${name} | ${which} | ${count(steps)} | ${result ? noticedBy(result) : ""} |`
  })
  const columns = ["mistake", "found by the seed", "after steps of business", "because this was not true"]
  return [`| ${columns.join(" | ")} |`, "| --- | --- | --- | --- |", ...rows].join("\n")
}

/** The first rule that was broken, or what else was wrong. */
function noticedBy({ broken, promises: { lost, doubled } }: Simulated): string {
  if (broken.length > 0) return broken[0]!.rule
  if (lost.length > 0) return "accepted writes are stored"
  return doubled.length > 0 ? "writes have one effect" : "what is stored is what was answered"
}

const mistakes = `The same simulations of a service with a mistake, three days and 360 steps of business for each seed, until one
finds it. Some do harm only once time has passed: when a bank returns money, or the next cycle is due. Others need an unlucky order: two
payments that meet, or a report that comes late.`

const introduction = `The whole service runs in one process: two processes of it with their requests, jobs, loops and timers, their clients,
the receivers of webhooks and the gateway. Only PostgreSQL is real. Nothing happens by itself: a seed decides which statement,
answer, request or timer goes on next, and what fails, hangs, gets lost, comes late or twice. Time is a number that the seed moves
on, for PostgreSQL, too; so a year passes in minutes. The same seed does the same again, down to each statement and what it
returned, and \`npm test\` compares the hashes of two runs. So a fault that a seed has found is repeated by one line
([decision 87](decisions/0087-simulation.md)).`
