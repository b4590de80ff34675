import { once } from "node:events"
import { mkdtempSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { run } from "node:test"
import { spec } from "node:test/reporters"
import { leftOut } from "./levels.ts"

type TestEvent = { type: string; data: { name: string; nesting: number; file?: string; skip?: unknown; todo?: unknown; details: Details } }
type Details = { type?: string; error?: { failureType?: string } }

/** For two cores: two that keep them busy, and one that begins with the files that wait. Three busy ones take a tenth more CPU. */
const maxProcesses = 3

const runner = join(import.meta.dirname, "run-files.ts")
/** Each keeps what its files imported, so its heap is large: garbage is collected rarely, and not beside processes that need the cores. */
const execArgv = ["--max-semi-space-size=64", "--initial-old-space-size=512", "--single-threaded-gc"]

/** Runs the files in a few processes, each of which takes the next file when it has ended one, and reports file by file. */
export async function runFiles(files: string[], signal: AbortSignal) {
  const counts = { passed: 0, failed: 0, skipped: 0, left: 0 }
  const unreported = new Set(files)
  const takenDir = mkdtempSync(join(tmpdir(), "countersign-test-files-"))
  process.env["TEST_FILES"] = JSON.stringify(files)
  process.env["TEST_TAKEN_DIR"] = takenDir
  const report = new spec()
  report.pipe(process.stdout, { end: false })

  async function runProcess(n: number) {
    let block: TestEvent[] = []
    const argv = [n < maxProcesses - 1 ? "slow" : "waiting"]
    for await (const event of run({ files: [runner], execArgv, argv, signal }) as AsyncIterable<TestEvent>) {
      if (!isAboutFile(event)) continue
      block.push(event)
      count(event, counts)
      if (!isResult(event) || event.data.nesting > 0) continue
      unreported.delete(event.data.name)
      for (const reported of block) report.write(reported)
      block = []
    }
    for (const reported of block) report.write(reported)
  }
  await Promise.all(Array.from({ length: Math.min(maxProcesses, files.length) }, (_, n) => runProcess(n)))
  report.end()
  await once(report, "end")
  rmSync(takenDir, { recursive: true })
  if (!signal.aborted) for (const file of unreported) console.log(`failed ${file}: its process ended before it did`)
  counts.failed += unreported.size
  return counts
}

/** Not the sums of a process, and not its start and end. */
function isAboutFile({ type, data }: TestEvent): boolean {
  const isOfProcess = data.name === runner && type !== "test:fail"
  return type !== "test:summary" && type !== "test:plan" && !(type === "test:diagnostic" && data.nesting === 0) && !isOfProcess
}

const isResult = ({ type }: TestEvent) => type === "test:pass" || type === "test:fail"

/** Counts tests, not the files around them, but a file that fails by itself. */
function count(event: TestEvent, counts: { passed: number; failed: number; skipped: number; left: number }) {
  const { nesting, skip, todo, details } = event.data
  if (!isResult(event) || details.type === "suite") return
  if (event.type === "test:fail") counts.failed += details.error?.failureType === "subtestsFailed" ? 0 : 1
  else if (nesting > 0) counts[skip === leftOut ? "left" : skip !== undefined || todo !== undefined ? "skipped" : "passed"]++
}
