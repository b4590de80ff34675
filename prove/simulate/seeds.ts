import { fork } from "node:child_process"
import { mkdtempSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import pg from "pg"
import { startEmbedded } from "../../src/embedded/postgres.ts"
import type { SourceChange } from "../../test/programs.ts"
import { makeTemplate } from "../../test/template.ts"
import { bundleProgram, type Job, removeProgram, type Simulated } from "./simulate.ts"

type Run = { seed: number; seeds: number; days: number; stepsPerDay: number; traceFile?: string | undefined }

type Reactions = {
  changes?: readonly SourceChange[]
  isEnough?: (result: Simulated) => boolean
  report?: (result: Simulated) => void
}

/** Nothing waits for the disk, and nothing runs by itself, because its time would be the real one. */
const settings = { fsync: "off", synchronous_commit: "off", full_page_writes: "off", autovacuum: "off", deadlock_timeout: "1ms" }

/** Simulates one seed after the other, each on a new database, until `isEnough`. */
export async function simulateSeeds(
  { seed: first, seeds, days, stepsPerDay, traceFile }: Run,
  { changes = [], isEnough = () => false, report = () => {} }: Reactions = {},
): Promise<Simulated[]> {
  const dataDir = mkdtempSync(join(tmpdir(), "countersign-simulations-"))
  const database = await startEmbedded({ dataDir, report() {}, settings })
  const folder = await bundleProgram(changes)
  const results: Simulated[] = []
  try {
    const template = await makeTemplate(database.url)
    const administrator = new pg.Client({ connectionString: database.url })
    await administrator.connect()
    for (let seed = first; seed < first + seeds; seed++) {
      const name = `simulation_${seed}`
      await administrator.query(`create database ${name} template countersign_template`)
      const url = template.replace("countersign_template", name)
      const result = await simulateAlone({ folder, url, seed, days, stepsPerDay, traceFile })
      await administrator.query(`drop database ${name} with (force)`)
      results.push(result)
      report(result)
      if (isEnough(result)) break
    }
    await administrator.end()
    return results
  } finally {
    removeProgram(folder)
    await database.stop()
    rmSync(dataDir, { recursive: true, force: true })
  }
}

function simulateAlone(job: Job): Promise<Simulated> {
  const child = fork(join(import.meta.dirname, "one-seed.ts"), [JSON.stringify(job)])
  return new Promise((resolve, reject) => {
    child.once("message", result => resolve(result as Simulated))
    child.once("exit", code => reject(new Error(`the simulation of the seed ${job.seed} ended with ${code}`)))
  })
}
