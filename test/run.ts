import { existsSync, globSync, mkdtempSync, rmSync, statfsSync } from "node:fs"
import { tmpdir } from "node:os"
import { delimiter, dirname, join } from "node:path"
import { Client } from "pg"
import { buildPages } from "../src/cli/build-pages.ts"
import { startEmbedded } from "../src/embedded/postgres.ts"
import { migrate } from "../src/kit/db/migrate.ts"
import { closeDatabase, openDatabase } from "../src/kit/db/pools.ts"
import { rotatePartitions } from "../src/platform/webhooks/delivery-store.ts"
import { check } from "./check.ts"
import { slowFirst } from "./order.ts"
import { runFiles } from "./processes.ts"
import { bundlePrograms } from "./programs.ts"

/** `npm test` runs everything; `npm test -- refund webhooks` runs only the files whose path contains one of these words. */
const root = dirname(import.meta.dirname)
const words = process.argv.slice(2)
const interrupted = new AbortController()
const memory = "/dev/shm"
const memoryNeeded = 6 * 2 ** 30

process.chdir(root)
const checked = check() // beside the tests, because the longest check keeps one core busy alone
void checked.then(problems => problems.length > 0 && interrupted.abort())
process.exitCode = await withDatabase(async () => Math.max(await runAll(), ...(await checked).map(report)))

/** At the end, where it is seen: tests that have begun before the check failed print, too. */
function report(problem: string): number {
  console.log(`\nA check failed:\n${problem}`)
  return 1
}

async function runAll(): Promise<number> {
  const selected = globSync(["src/**/*.test.ts", "test/**/*.test.ts"]).filter(isSelected)
  const browser = findChromium()
  if (browser !== undefined) process.env["CHROMIUM"] = browser
  const withoutBrowser = browser === undefined ? selected.filter(isBrowserTest) : []
  for (const file of withoutBrowser) console.log(`skipped ${file}: no Chromium is installed`)
  const { passed, failed, skipped, left } = await runFiles(
    selected.filter(file => !withoutBrowser.includes(file)).toSorted(slowFirst),
    interrupted.signal,
  )
  console.log(`\n${passed} passed, ${failed} failed, ${skipped + withoutBrowser.length} skipped`)
  if (left > 0) console.log(`${left} were left to full runs, which CI makes: FAULTS=full npm test`)
  return failed > 0 || passed === 0 ? 1 : 0
}

function isBrowserTest(file: string): boolean {
  return file.startsWith(join("test", "browser"))
}

function isSelected(file: string): boolean {
  return words.length === 0 || words.some(word => file.includes(word))
}

/** Starts one PostgreSQL with a migrated template database, which each test file clones. It need not survive a crash, so fsync is off. */
async function withDatabase(work: () => Promise<number>): Promise<number> {
  const folder = mkdtempSync(join(hasRoomInMemory() ? memory : tmpdir(), "countersign-"))
  process.env["TMPDIR"] = folder // the databases and projects of single tests are there, too
  const settings = {
    fsync: "off",
    synchronous_commit: "off",
    full_page_writes: "off",
    track_counts: "off",
    update_process_title: "off",
    autovacuum: "off", // it would start a process for each of the files' databases, again and again
    max_connections: "300", // three files at once, some with several server processes of six connections each
  }
  const embedded = await startEmbedded({ dataDir: join(folder, "data"), report() {}, settings })
  const stop = async () => {
    await embedded.stop()
    rmSync(folder, { recursive: true, force: true })
  }
  for (const signal of ["SIGINT", "SIGTERM"] as const) {
    process.on(signal, () => {
      interrupted.abort()
      void stop().finally(() => process.exit(130))
    })
  }
  try {
    const programs = join(folder, "programs")
    const [template] = await Promise.all([makeTemplate(embedded.url), bundlePrograms(programs), buildPages(line => console.log(line))])
    process.env["TEST_DATABASE_URL"] = template
    return await work()
  } finally {
    await stop()
  }
}

/** Two hundred databases of 730 small files each cost a tenth less in a file system of memory. They take 2.5 GiB. */
function hasRoomInMemory(): boolean {
  if (!existsSync(memory) || process.availableMemory() < memoryNeeded) return false
  const { bavail, bsize } = statfsSync(memory)
  return bavail * bsize > memoryNeeded
}

async function makeTemplate(url: string): Promise<string> {
  const client = new Client({ connectionString: url })
  await client.connect()
  await client.query("create database countersign_template")
  await client.end()
  const template = url.replace("@/countersign?", "@/countersign_template?")
  await migrate(template)
  openDatabase(template)
  await rotatePartitions() // every service does so at its start, which takes 30 ms where there are none
  await closeDatabase()
  return template
}

function findChromium(): string | undefined {
  const configured = process.env["CHROMIUM"]
  const folders = (process.env["PATH"] ?? "").split(delimiter)
  const candidates = ["chromium-headless-shell", "chromium", "chromium-browser", "google-chrome"].flatMap(name =>
    folders.map(folder => join(folder, name)),
  )
  return [...(configured ? [configured] : []), ...candidates].find(path => existsSync(path))
}
