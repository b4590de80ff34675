import { backlog } from "./backlog.ts"
import { create } from "./create.ts"
import { deliveries } from "./deliveries.ts"
import { type Answer, markdown } from "./figures.ts"
import { growth } from "./growth.ts"
import { type House, openHouse } from "./house.ts"
import { busyShare } from "./machine.ts"
import { latency } from "./latency.ts"
import { memory } from "./memory.ts"
import { pay } from "./pay.ts"
import { rates } from "./rates.ts"
import { read } from "./read.ts"
import { rls } from "./rls.ts"
import { findTools, ToolMissing } from "./tools.ts"

const questions: Record<string, (house: House) => Promise<Answer>> = {
  create,
  read,
  pay,
  growth,
  memory,
  rls,
  rates,
  deliveries,
  latency,
  backlog,
}

/** npm run bench [name…] [--json]: each question on a database of its own, on this machine, as it is. */
const args = process.argv.slice(2)
const names = args.filter(name => name !== "--json")
const unknown = names.find(name => !Object.hasOwn(questions, name))
if (unknown !== undefined) fail(`There is no bench ${unknown}; there are ${Object.keys(questions).join(", ")}.`)
try {
  findTools()
} catch (error) {
  if (!(error instanceof ToolMissing)) throw error
  fail(error.message)
}
for (const name of names.length > 0 ? names : Object.keys(questions)) {
  const busy = await busyShare()
  if (busy > 0.1) console.error(`Others keep ${Math.round(busy * 100)} % of this machine busy; the figures below are not to be trusted.`)
  const answer = await ask(questions[name]!)
  console.log(args.includes("--json") ? JSON.stringify({ name, ...answer }) : markdown(answer))
  if (answer.holds === false) process.exitCode = 1
}

async function ask(question: (house: House) => Promise<Answer>): Promise<Answer> {
  const house = await openHouse()
  try {
    return await question(house)
  } finally {
    await house.close()
  }
}

function fail(why: string): never {
  console.error(why)
  process.exit(2)
}
