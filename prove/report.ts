import type { Moves } from "./moves.ts"
import { writeParts, writtenBy } from "./page.ts"
import { rules } from "./rules.ts"
import type { Result } from "./trial.ts"

type Checked = Pick<Result, "broken" | "promises">

export const isClean = ({ broken, promises: { lost, doubled, differing } }: Checked) =>
  broken.length + lost.length + doubled.length + differing.length === 0

export const count = (n: number) => n.toLocaleString("en")
export const table = (rows: readonly (readonly [string, number])[]) =>
  ["| | |", "| --- | --- |", ...rows.map(([name, value]) => `| ${name} | ${count(value)} |`)].join("\n")

/** The figures of a trial, for people. */
export function renderResult(result: Result): string {
  const { promises, faults } = result
  const figures = table([
    ["steps of the two businesses", result.steps],
    ["requests, with those that were repeated", result.requests],
    ["writes that were accepted", promises.accepted],
    ["accepted writes that are lost", promises.lost.length],
    ["writes with two effects", promises.doubled.length],
    ["answers that differ from what is stored", promises.differing.length],
    ["webhooks received", result.received],
    ["rules that were checked afterwards", rules.length],
    ["rules that were broken", result.broken.length],
    ["seconds, with the repair and the checks", Math.round(result.seconds)],
  ])
  const moves = result.moves ? [table(movesOf(result.moves))] : []
  const sum = Object.values(faults).reduce((total, n) => total + n, 0)
  return [
    figures,
    table([...Object.entries(faults), ["faults", sum]]),
    ...moves,
    ...(isClean(result) ? [] : [describeFaults(result)]),
  ].join("\n\n")
}

function movesOf({ ended, killed, failed, pausesMs }: Moves): [string, number][] {
  const sorted = pausesMs.toSorted((a, b) => a - b)
  const percentile = (p: number) => sorted[Math.ceil((p / 100) * sorted.length) - 1] ?? 0
  return [
    ["moves of a tenant to another cell that ended", ended],
    ["moves that were killed", killed],
    ["moves that a fault ended", failed],
    ["ms that changes of the tenant waited, p50", percentile(50)],
    ["ms that changes of the tenant waited, p99", percentile(99)],
  ]
}

/** What a trial of a service with a mistake has found. */
export function renderControl(name: string, result: Result): string {
  const found = isClean(result) ? "**was not found**" : "was found"
  const work = `${count(result.steps)} steps with ${count(result.promises.accepted)} accepted writes`
  const summary = `The mistake "${name}" ${found}, after ${work}.`
  return isClean(result) ? summary : `${summary}\n\n${describeFaults(result)}`
}

export function describeFaults({ broken, promises: { lost, doubled, differing } }: Checked): string {
  const named = [
    ...broken.map(({ rule, findings }) => [rule, findings] as const),
    ...Object.entries({ "lost writes": lost, "doubled writes": doubled, "differing answers": differing }),
  ].filter(([, findings]) => findings.length > 0)
  return named.map(([name, findings]) => `- ${name}: ${count(findings.length)}, such as ${findings[0]!.slice(0, 300)}`).join("\n")
}

/** Writes the figures of a trial, and of those with a mistake, into the page. */
export function writeTrial(command: string, [result = "", ...found]: readonly string[]) {
  const controls = `The same trial of a service with a mistake, for half a minute each.\n\n${found.join("\n\n")}`
  const parts = {
    "The last run": `${writtenBy(command)}\n\n${result}`,
    ...(found.length > 0 && { "The control that must fail": controls }),
  }
  writeParts(parts, introduction)
}

/** Writes the figures of a trial in which tenants are moved into the page. */
export const writeCells = (command: string, result: string) =>
  writeParts({ "While tenants are moved": `${cells}\n\n${writtenBy(command)}\n\n${result}` })

const introduction = `# Proof

What is lost or doubled when everything breaks that can break. Each part names the command that wrote it, and any installation can write
it again. Without \`--seed\` each run takes other steps.

Two businesses work at once on two processes that serve requests and one worker, on PostgreSQL with its usual settings. Their
clients create and change contacts, payment intents, plans, payments, charges, refunds, splits, payouts, bank transfers, mandates,
saved cards and subscriptions, answer disputes, decide what is held for approval, and ask for each other's objects. Banks return what
was paid. Each client repeats a request under its key until it is answered, and sends one in ten twice at once. Meanwhile processes
are killed or frozen, connections are cut, answers to commits are lost, and webhook receivers refuse or hang up. Then everything is
repaired, the clocks are moved by six days, and the checker asks:

- each accepted write is stored, once, as it was answered;
- ${rules.length} rules hold for the whole database, such as "a refund is settled once" and "what is held has moved no money";
  [prove/](../prove) has them as SQL that shares nothing with the code of the service;
- the audit chain is whole: its hashes are computed again;
- receivers got only signed messages of their own tenant, and every event once or more.

\`npm test\` breaks each rule on purpose and sees that the checker notices it.
[Mistakes that the tests notice](mutations.md) does the same to the tests.`

const cells = `The same businesses on three cells, each with a PostgreSQL of its own. While everything breaks as above, tenants are
moved between the cells at random, and one move in four is killed. Afterwards the same rules are asked of all cells at once, and also
whether a tenant has rows in a cell that it has left.`
