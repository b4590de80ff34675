// One of the processes in which `npm test` runs files: one after another, so that they share what was imported and compiled.
import { resolve } from "node:path"
import { endFile } from "./end-of-file.ts"
import { testFile } from "./node-test.ts"
import { placesFor } from "./order.ts"
import { take } from "./taken.ts"

const maxFileMs = 5 * 60_000
const maxExitMs = 60_000
const maxCleanUpMs = 10_000
const files = JSON.parse(process.env["TEST_FILES"] ?? "[]") as string[]
const places = placesFor(process.argv[2] === "waiting" ? "waiting" : "slow", files)

/** A check has failed. A browser that is open takes the signal for itself otherwise, and servers that a test started stay. */
process.once("SIGTERM", () => {
  setTimeout(() => process.exit(1), maxCleanUpMs)
  void endFile().finally(() => process.exit(1))
})

const staysAlive = setInterval(() => {}, 60_000) // as long as a test waits, even for something that would not keep a process alive
let isInTime = true
for (let file = takeFile(); file !== undefined; file = isInTime ? takeFile() : undefined) {
  const path = resolve(file)
  const start = performance.now()
  await testFile(file, maxFileMs, async t => {
    t.after(endFile)
    await import(path)
  })
  isInTime = performance.now() - start < maxFileMs // what it left running would disturb the next one
}
clearInterval(staysAlive)
setTimeout(() => {
  console.error(`A file left something open: ${process.getActiveResourcesInfo().join(", ")}`)
  process.exit(1)
}, maxExitMs).unref()

/** The next file that no other process has taken. */
function takeFile(): string | undefined {
  const place = places.find(each => take(`file ${each}`))
  return place === undefined ? undefined : files[place]
}
