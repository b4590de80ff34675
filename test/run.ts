import { existsSync, globSync } from "node:fs"
import { delimiter, dirname, join } from "node:path"
import { check } from "./check.ts"
import { startDatabase } from "./database.ts"
import { runFiles } from "./processes.ts"

/** `npm test` runs everything; `npm test -- refund webhooks` runs only the files whose path contains one of these words. */
const words = process.argv.slice(2)

process.chdir(dirname(import.meta.dirname))
const problems = await check()
for (const problem of problems) console.log(`\nA check failed:\n${problem}`)
process.exitCode = problems.length > 0 ? 1 : await testAll()

async function testAll(): Promise<number> {
  // Files that kill servers and drive browsers take longest, so they start first.
  const selected = ["test", "src"].flatMap(folder => globSync(`${folder}/**/*.test.ts`).toSorted()).filter(isSelected)
  const browser = findChromium()
  if (browser !== undefined) process.env["CHROMIUM"] = browser
  const withoutBrowser = browser === undefined ? selected.filter(isBrowserTest) : []
  for (const file of withoutBrowser) console.log(`skipped ${file}: no Chromium is installed`)
  const database = await startDatabase()
  try {
    const { passed, failed, skipped } = await runFiles(selected.filter(file => !withoutBrowser.includes(file)))
    console.log(`\n${passed} passed, ${failed} failed, ${skipped + withoutBrowser.length} skipped`)
    return failed > 0 || passed === 0 ? 1 : 0
  } finally {
    await database.stop()
  }
}

function isBrowserTest(file: string): boolean {
  return file.startsWith(join("test", "browser"))
}

function isSelected(file: string): boolean {
  return words.length === 0 || words.some(word => file.includes(word))
}

function findChromium(): string | undefined {
  const configured = process.env["CHROMIUM"]
  const folders = (process.env["PATH"] ?? "").split(delimiter)
  const candidates = ["chromium-headless-shell", "chromium", "chromium-browser", "google-chrome"].flatMap(name =>
    folders.map(folder => join(folder, name)),
  )
  return [...(configured ? [configured] : []), ...candidates].find(path => existsSync(path))
}
