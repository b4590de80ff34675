import { once } from "node:events"
import { existsSync, globSync, mkdtempSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { delimiter, dirname, join } from "node:path"
import { run } from "node:test"
import { spec } from "node:test/reporters"
import { Client } from "pg"
import { startEmbedded } from "../src/embedded/postgres.ts"
import { migrate } from "../src/kit/migrate.ts"
import { check } from "./check.ts"

/** Everything that `npm test` promises; `npm test -- refund webhooks` runs only the files whose path holds one of these words. */
const root = dirname(import.meta.dirname)
const words = process.argv.slice(2)
const mostPerFileMs = 5 * 60_000
const interrupted = new AbortController()

type Counts = { passed: number; failed: number; skipped: number }

process.chdir(root)
process.exitCode = check() ? await withServer(runAll) : 1

async function runAll(): Promise<number> {
  const files = globSync(["src/**/*.test.ts", "test/**/*.test.ts"]).filter(isWanted).toSorted()
  const inBrowser = files.filter(file => file.startsWith(join("test", "browser")))
  const total = await runFiles(files.filter(file => !inBrowser.includes(file)))
  if (inBrowser.length > 0) {
    const browser = findChromium()
    if (browser === undefined) {
      for (const file of inBrowser) console.log(`skipped, because no Chromium is installed: ${file}`)
      total.skipped += inBrowser.length
    } else {
      process.env["CHROMIUM"] = browser
      const { passed, failed, skipped } = await runFiles(inBrowser)
      total.passed += passed
      total.failed += failed
      total.skipped += skipped
    }
  }
  console.log(`\n${total.passed} passed, ${total.failed} failed, ${total.skipped} skipped`)
  return total.failed > 0 || total.passed === 0 ? 1 : 0
}

function isWanted(file: string): boolean {
  return words.length === 0 || words.some(word => file.includes(word))
}

async function runFiles(files: string[]): Promise<Counts> {
  const counts = { passed: 0, failed: 0, skipped: 0 }
  if (files.length === 0) return counts
  const tests = run({ files, concurrency: 2, timeout: mostPerFileMs, signal: interrupted.signal })
  tests.on("test:summary", ({ file, counts: counted }) => {
    if (file !== undefined) return // each file has its own; the last one is about all of them
    counts.passed = counted.passed
    counts.failed = counted.tests - counted.passed - counted.skipped - counted.todo
    counts.skipped = counted.skipped + counted.todo
  })
  const report = tests.compose(spec)
  report.pipe(process.stdout, { end: false })
  await once(report, "end")
  return counts
}

/** One server for all files, and a migrated database that each of them clones. Nobody will miss it, so it need not reach the disk. */
async function withServer(work: () => Promise<number>): Promise<number> {
  const dataDir = mkdtempSync(join(tmpdir(), "countersign-test-"))
  const settings = { fsync: "off", synchronous_commit: "off", full_page_writes: "off" }
  const embedded = await startEmbedded({ dataDir, say() {}, settings })
  const stop = async () => {
    await embedded.stop()
    rmSync(dataDir, { recursive: true, force: true })
  }
  for (const signal of ["SIGINT", "SIGTERM"] as const) {
    process.once(signal, () => {
      interrupted.abort()
      void stop().finally(() => process.exit(130))
    })
  }
  try {
    process.env["TEST_DATABASE_URL"] = await makeTemplate(embedded.url)
    return await work()
  } finally {
    await stop()
  }
}

async function makeTemplate(url: string): Promise<string> {
  const client = new Client({ connectionString: url })
  await client.connect()
  await client.query("create database countersign_template")
  await client.end()
  const template = url.replace("@/countersign?", "@/countersign_template?")
  await migrate(template)
  return template
}

function findChromium(): string | undefined {
  const given = process.env["CHROMIUM"]
  const folders = (process.env["PATH"] ?? "").split(delimiter)
  const usual = ["chromium", "chromium-browser", "google-chrome"].flatMap(name => folders.map(folder => join(folder, name)))
  return [...(given ? [given] : []), ...usual].find(path => existsSync(path))
}
