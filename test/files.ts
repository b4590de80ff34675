// Runs test files one after the other, each as a test around what it registers while it is imported. So the hooks of a file end with it,
// and the next file finds the service imported and compiled. Its arguments are the folder where processes note which files they have
// taken, how many files it runs at most, and all files of the run: it runs the next one that no process has taken.
import { resolve } from "node:path"
import { test } from "node:test"
import { endFile } from "./end-of-file.ts"
import { endSharedService } from "./service.ts"
import { takeIn } from "./taken.ts"

const maxFileMs = 30 * 60_000
const [taken = "", maxFiles, ...files] = process.argv.slice(2)

// A test may wait for something that does not keep a process alive, and node:test itself keeps it alive only during the first file.
const keepAlive = setInterval(() => {}, 60_000)
let count = 0
for (const [i, file] of files.entries()) {
  if (count >= Number(maxFiles)) break
  if (!takeIn(taken, `file ${i}`)) continue
  count++
  await test(file, { timeout: maxFileMs }, async t => {
    t.after(endFile)
    await import(resolve(file))
  })
}
await endSharedService()
clearInterval(keepAlive)
// A socket that a test has left open must not keep the process for longer.
setTimeout(() => process.exit(), 5_000).unref()
