import { parseArgs } from "node:util"
import { controls } from "./controls.ts"
import { tryMutations } from "./mutate.ts"
import { fuzzService } from "./fuzz/against-service.ts"
import { renderInputs, writeInputs } from "./fuzz/report.ts"
import { isClean, renderControl, renderResult, writeCells, writeTrial } from "./report.ts"
import { simulateAll } from "./simulate/all.ts"
import { controls as simulatedControls } from "./simulate/controls.ts"
import { renderFound, writeSimulation } from "./simulate/report.ts"
import { runTrial } from "./trial.ts"

const { values, positionals: words } = parseArgs({
  options: {
    seed: { type: "string" },
    minutes: { type: "string" },
    clients: { type: "string", default: "8" },
    cells: { type: "boolean", default: false },
    controls: { type: "boolean", default: false },
    mutations: { type: "boolean", default: false },
    fuzz: { type: "string" },
    at: { type: "string", default: "0" },
    simulate: { type: "boolean", default: false },
    seeds: { type: "string", default: "1" },
    days: { type: "string", default: "365" },
    trace: { type: "string" },
    write: { type: "boolean", default: false },
  },
  allowPositionals: true,
})
const numbers = {
  seed: Number(values.seed ?? Math.floor(Math.random() * 2 ** 31)),
  minutes: Number(values.minutes ?? 2),
  clients: Number(values.clients),
  seeds: Number(values.seeds),
  days: Number(values.days),
}
// No seeds: only the mistakes of --controls.
if (!Object.entries(numbers).every(([name, number]) => number > 0 || (name === "seeds" && number === 0 && values.controls))) {
  console.error("Say numbers: npm run prove -- --seed 7 --minutes 5 --clients 8")
  process.exit(2)
}
process.exit((await chosenWork()) ? 0 : 1)

function chosenWork(): Promise<boolean> {
  if (values.mutations) return tryMutations(words, values.write)
  if (values.simulate) return simulateBusinesses()
  return values.fuzz === undefined ? prove() : sendInputs()
}

/** Returns whether no seed broke a rule, and each control was found. Words choose some controls, and then the page is left as it is. */
async function simulateBusinesses(): Promise<boolean> {
  const { seed, seeds, days } = numbers
  const isChosen = ({ name }: { name: string }) => words.length === 0 || words.some(word => name.includes(word))
  const mistakes = values.controls ? simulatedControls.filter(isChosen) : []
  const { results, found } = await simulateAll({ seed, seeds, days, traceFile: values.trace }, mistakes)
  if (found.length > 0) console.log(`\n${renderFound(found)}`)
  if (values.write && words.length === 0) writeSimulation({ seed, seeds, days }, results, found)
  return results.every(isClean) && found.every(({ result }) => result !== undefined)
}

/** Returns whether no input found a fault. */
async function sendInputs(): Promise<boolean> {
  const { seed, clients } = numbers
  const options = { inputs: Number(values.fuzz), seed, from: Number(values.at), clients, minutes: Number(values.minutes ?? Infinity) }
  const outcome = await fuzzService(options)
  console.log(renderInputs(outcome))
  if (values.write) writeInputs(outcome, options)
  return outcome.faults.length === 0
}

/** Returns whether the trial found nothing, and each control trial found its mistake. */
async function prove(): Promise<boolean> {
  const { seed, minutes, clients } = numbers
  const { cells } = values
  const flags = (["cells", "controls"] as const).filter(name => values[name]).map(name => ` --${name}`)
  const command = `npm run prove -- --seed ${seed} --minutes ${minutes} --clients ${clients}${flags.join("")}`
  const place = cells ? ", which are moved between three cells," : ""
  console.log(
    `Two businesses${place} and their ${clients} clients, for ${minutes} minutes. To take the same steps and faults again:\n${command}\n`,
  )
  const result = await runTrial({ ...numbers, cells })
  const texts = [renderResult(result)]
  console.log(texts[0])
  let isComplete = isClean(result)
  for (const control of values.controls ? controls : []) {
    const found = await runTrial({ ...numbers, minutes: Math.min(minutes, 0.5), changes: [control] })
    texts.push(renderControl(control.name, found))
    console.log(`\n${texts.at(-1)}`)
    isComplete &&= !isClean(found)
  }
  if (values.write && cells) writeCells(command, texts.join("\n\n"))
  else if (values.write) writeTrial(command, texts)
  return isComplete
}
