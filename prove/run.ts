import { writeFileSync } from "node:fs"
import { availableParallelism } from "node:os"
import { join } from "node:path"
import { parseArgs } from "node:util"
import { isClean, renderResult } from "./report.ts"
import { rules } from "./rules.ts"
import { runTrial } from "./trial.ts"

const { values } = parseArgs({
  options: {
    seed: { type: "string" },
    minutes: { type: "string", default: "2" },
    clients: { type: "string", default: "8" },
    write: { type: "boolean", default: false },
  },
})
const [minutes, clients] = [Number(values.minutes), Number(values.clients)]
const seed = Number(values.seed ?? Math.floor(Math.random() * 2 ** 31))
if (![seed, minutes, clients].every(number => number > 0)) {
  console.error("Say numbers: npm run prove -- --seed 7 --minutes 5 --clients 8")
  process.exit(2)
}
const command = `npm run prove -- --seed ${seed} --minutes ${minutes} --clients ${clients}`
console.log(`Two businesses and their ${clients} clients, for ${minutes} minutes. To take the same steps and faults again: ${command}\n`)
const result = await runTrial({ seed, minutes, clients })
const figures = renderResult(result, rules.length + 1)
console.log(figures)
if (values.write) writeFileSync(join(import.meta.dirname, "..", "docs", "proof.md"), pageOf(figures))
process.exit(isClean(result) ? 0 : 1)

function pageOf(text: string): string {
  const day = new Date().toISOString().slice(0, 10)
  return `# Proof

What is lost or doubled when everything breaks that can break. \`${command} --write\` wrote this page on ${day}, on
${availableParallelism()} cores. Any installation can write it again; without \`--seed\` each run takes other steps.

Two businesses work at once on two processes that serve requests and one worker, on PostgreSQL with its usual settings. Their
clients create and change contacts, payment intents, plans, payments, charges, refunds, splits, payouts and bank transfers, decide
what is held for approval, and ask for each other's objects. Each client repeats a request under its key until it is answered, and
sends one in ten twice at once. Meanwhile processes are killed or frozen, connections are cut, and webhook receivers refuse or hang
up. Then everything is repaired, and the checker asks:

- each accepted write is stored, once, as it was answered;
- ${rules.length} rules hold for the whole database, such as "a refund is settled once" and "what is held has moved no money";
  [prove/](../prove) has them as SQL that shares nothing with the code of the service;
- the audit chain is whole: its hashes are computed again;
- receivers got only signed messages of their own tenant, and every event once or more.

\`npm test\` breaks each rule on purpose and sees that the checker notices it.

## The last run

${text}
`
}
