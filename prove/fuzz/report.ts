import { writeParts, writtenBy } from "../page.ts"
import type { Fault, Outcome } from "./fuzz.ts"

const count = (n: number) => n.toLocaleString("en")
const names = {
  operation: "operations over REST, by API key and by session",
  tool: "calls of agent tools",
  form: "forms and pages: payment page, payment link, portals, sign-in, OAuth",
  file: "files of banks: camt.053, MT940, OFX, CSV, pain.002, NACHA",
  event: "events of gateways, signed and forged",
  raw: "connections that break HTTP",
}

/** The figures of a run, for people. */
export function renderInputs({ inputs, byKind, byStatus, faults, longestMs }: Outcome): string {
  const answers = (from: number) =>
    Object.entries(byStatus).reduce((sum, [status, n]) => sum + (Math.floor(Number(status) / 100) === from ? n : 0), 0)
  const rows: [string, number][] = [
    ["inputs", inputs],
    ...Object.entries(byKind).map(([kind, n]): [string, number] => [names[kind as keyof typeof names], n]),
    ["answers 2xx and 3xx", answers(2) + answers(3)],
    ["answers 4xx", answers(4)],
    ["answers 5xx", answers(5)],
    ["longest time to an answer, in ms", Math.round(longestMs)],
    ["kinds of faults", faults.length],
  ]
  const table = ["| | |", "| --- | --- |", ...rows.map(([name, n]) => `| ${name} | ${count(n)} |`)].join("\n")
  return [table, ...faults.map(describe)].join("\n\n")
}

const describe = ({ what, input, seed, at, times }: Fault) =>
  `- ${what}, ${times === 1 ? "once" : `${count(times)} times`}. \`npm run prove -- --fuzz 1 --seed ${seed} --at ${at}\` repeats it.
  The input began with ${JSON.stringify(input.slice(0, 80))}.`

type Run = { inputs: number; seed: number; clients: number; minutes: number }

/** Writes the figures into the page. */
export function writeInputs(outcome: Outcome, { inputs, seed, clients, minutes }: Run) {
  const limit = Number.isFinite(minutes) ? ` --minutes ${minutes}` : ""
  const command = `npm run prove -- --fuzz ${inputs} --seed ${seed} --clients ${clients}${limit}`
  writeParts({ "Bad input": `${introduction}\n\n${writtenBy(command)}\n\n${renderInputs(outcome)}` })
}

const introduction = `Inputs are made from the schema of each operation: valid ones, and ones with a wrong type, a bound, a trap of
Unicode, a huge number, deep nesting, a name twice or the name of a prototype. Others are forms, files of banks with changes, events of
gateways with right and wrong signatures, and bytes that break HTTP. No answer may be a 5xx that is not documented, every answer must come
in time, every refusal has a code of the catalogue, and what was answered must be stored. A fault is printed with the line that repeats it.
Nothing is killed here, so PostgreSQL does
not wait for the disk, and passwords have cheap hashes. Archives, verifications, documents and moves of the clock get a fifth of the
usual inputs.`
