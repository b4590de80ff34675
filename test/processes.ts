import { mkdtempSync, writeFileSync } from "node:fs"
import { availableParallelism, tmpdir } from "node:os"
import { join } from "node:path"
import { run } from "node:test"
import { spec } from "node:test/reporters"

/**
 * Tests of browsers and of servers that are killed wait for much of their time, so twice as many processes as cores keep the
 * cores busy. With more than twelve, the database would run out of connections.
 */
const concurrency = Math.min(2 * availableParallelism() + 1, 12)
const maxTestMs = 5 * 60_000
/** Each process pays 2 s of CPU for importing and compiling the service, and needs more memory with each file. */
const [minFiles, maxFiles] = [4, 40]

/**
 * Runs the files in several processes, each of which takes the next file when it has finished one, and prints the results. Counts tests,
 * but no suites and files, except a file that fails by itself or whose process ends before it.
 */
export async function runFiles(files: string[]) {
  const counts = { passed: 0, failed: 0, skipped: 0 }
  const unfinished = new Set(files)
  const tests = run({ files: writeProcesses(files), concurrency, timeout: maxTestMs })
  tests.on("test:pass", ({ name, nesting, details, skip }) => {
    if (nesting === 0) unfinished.delete(name)
    else if (details.type !== "suite") counts[skip === undefined ? "passed" : "skipped"]++
  })
  tests.on("test:fail", ({ name, nesting, details }) => {
    if (nesting === 0) unfinished.delete(name)
    if (details.type !== "suite" && !isByTestsInside(details.error)) counts.failed++
  })
  for await (const text of tests.compose<NodeJS.ReadableStream>(new spec())) process.stdout.write(text)
  for (const file of unfinished) console.log(`failed ${file}: its process ended before it`)
  counts.failed += unfinished.size
  return counts
}

/** Writes a program for each process, because `run` gives the same arguments to all of its processes. */
function writeProcesses(files: string[]): string[] {
  const runner = JSON.stringify(join(import.meta.dirname, "files.ts"))
  const taken = mkdtempSync(join(tmpdir(), "taken-"))
  const count = Math.max(Math.ceil(files.length / maxFiles), Math.min(concurrency, Math.ceil(files.length / minFiles)))
  return Array.from({ length: count }, (_, n) => {
    const program = join(tmpdir(), `files-${n}.mjs`)
    writeFileSync(program, `process.argv.push(...${JSON.stringify([taken, String(maxFiles), ...files])})\nawait import(${runner})\n`)
    return program
  })
}

function isByTestsInside(error: Error): boolean {
  return "failureType" in error && error.failureType === "subtestsFailed"
}
