// Files that share a process don't disturb each other, and a file whose process ends early is not lost.
import assert from "node:assert/strict"
import { spawnSync } from "node:child_process"
import { mkdtempSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { after, test } from "node:test"

const folder = mkdtempSync(join(tmpdir(), "countersign-processes-"))
after(() => rmSync(folder, { recursive: true, force: true }))
const imports = 'import { after, before, test } from "node:test"\nimport { setTimeout as wait } from "node:timers/promises"\n'

/** Runs files of this content as `npm test` does. Returns the counts, and what they printed. */
function runContents(...contents: string[]) {
  const files = contents.map((content, i) => {
    const file = join(folder, `${i}.test.ts`)
    writeFileSync(file, `${imports}${content}`)
    return file
  })
  const program = join(folder, "program.mjs")
  const module = JSON.stringify(join(import.meta.dirname, "processes.ts"))
  writeFileSync(
    program,
    `import { runFiles } from ${module}\nconst counts = await runFiles(${JSON.stringify(files)})\nconsole.error(JSON.stringify(counts))`,
  )
  const env = { ...process.env, TMPDIR: folder, NODE_TEST_CONTEXT: undefined } // it says that the process is one of tests
  const { stdout, stderr } = spawnSync(process.execPath, [program], { encoding: "utf8", env })
  return {
    counts: JSON.parse(stderr.trim().split("\n").at(-1)!) as { passed: number; failed: number; skipped: number },
    printed: stdout.match(/(?<=says: ).*/g) ?? [],
    stdout,
  }
}

test("a file waits for its set-up, and the hooks of a file end before the next file begins", () => {
  const file = (name: string) => `
    before(async () => (await wait(20), console.log("says: begin ${name}")))
    after(async () => (await wait(20), console.log("says: end ${name}")))
    test("first", async () => (await wait(20), console.log("says: first ${name}")))
    await wait(5)
    test("second", () => console.log("says: second ${name}"))`
  const { counts, printed } = runContents(file("a"), file("b"))
  assert.deepEqual(counts, { passed: 4, failed: 0, skipped: 0 })
  const steps = ["begin", "first", "second", "end"]
  assert.deepEqual(
    printed,
    ["a", "b"].flatMap(name => steps.map(step => `${step} ${name}`)),
  )
})

test("a test of any file may wait for something that does not keep the process alive", () => {
  const waiting = 'test("waits", () => new Promise(resolve => setTimeout(resolve, 50).unref()))'
  assert.deepEqual(runContents(waiting, waiting).counts, { passed: 2, failed: 0, skipped: 0 })
})

test("a test that fails, a file that can't be imported and a failing hook are counted once each, and the next file runs", () => {
  const failing = 'test("fails", () => { throw new Error("it failed") })'
  const broken = 'test("passes", () => {})\nthrow new Error("broken")'
  const hook = 'after(() => { throw new Error("not closed") })\ntest("passes", () => {})'
  const { counts } = runContents(failing, broken, hook, 'test("passes", () => {})\ntest.skip("left", () => {})')
  assert.deepEqual(counts, { passed: 3, failed: 3, skipped: 1 })
})

test("a process that ends early fails the run, and the files that it did not finish are named", () => {
  const { counts, stdout } = runContents('test("passes", () => {})', 'test("ends", () => process.exit(0))', 'test("passes", () => {})')
  for (const n of [1, 2]) assert.match(stdout, new RegExp(`^failed .*${n}\\.test\\.ts: its process ended before it$`, "m"))
  assert.ok(counts.failed >= 2, "what the process had not sent yet may be lost, too")
})
