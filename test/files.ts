// Runs the test files that are its arguments one after the other, each as a test around what it registers while it is imported. So the
// hooks of a file end with it, and the next file finds the service imported and compiled.
import { resolve } from "node:path"
import { test } from "node:test"
import { endFile } from "./end-of-file.ts"

const maxFileMs = 30 * 60_000

// A test may wait for something that does not keep a process alive, and node:test itself keeps it alive only during the first file.
const keepAlive = setInterval(() => {}, 60_000)
for (const file of process.argv.slice(2))
  await test(file, { timeout: maxFileMs }, async t => {
    t.after(endFile)
    await import(resolve(file))
  })
clearInterval(keepAlive)
