import assert from "node:assert/strict"
import { spawn } from "node:child_process"
import { once } from "node:events"
import { mkdtempSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { test } from "node:test"
import { pathToFileURL } from "node:url"
import { isAlive } from "../src/embedded/processes.ts"
import { atEndOfFile } from "./end-of-file.ts"
import { inheritedEnv, until } from "./harness.ts"

const endOfFile = pathToFileURL(join(import.meta.dirname, "end-of-file.ts")).href
/** As a browser does, it takes the signal for itself; and it starts a server that would not end by itself. */
const waiting = `
import { spawn } from "node:child_process"
import { test } from "node:test"
import { atEndOfFile } from ${JSON.stringify(endOfFile)}
process.on("SIGTERM", () => {})
const server = spawn(process.execPath, ["--eval", "setInterval(() => {}, 1000)"])
atEndOfFile(async () => server.kill("SIGKILL"))
process.stdout.write("server " + server.pid + ".")
test("that does not end", () => new Promise(() => {}))
`

test("a process that is told to end its files does so, and ends what they started", async () => {
  const folder = mkdtempSync(join(tmpdir(), "countersign-run-files-"))
  const file = join(folder, "waiting.mjs")
  writeFileSync(file, waiting)
  const env = { ...inheritedEnv(), TEST_FILES: JSON.stringify([file]), TEST_TAKEN_DIR: folder }
  const runner = spawn(process.execPath, [join(import.meta.dirname, "run-files.ts")], { env, stdio: ["ignore", "pipe", "inherit"] })
  atEndOfFile(async () => runner.kill("SIGKILL"))
  let output = ""
  runner.stdout.on("data", text => (output += String(text)))
  const server = Number(await until(async () => /server (\d+)\./.exec(output)?.[1], "the file runs"))
  assert.ok(isAlive(server))
  runner.kill("SIGTERM")
  assert.deepEqual(await once(runner, "exit"), [1, null])
  await until(async () => !isAlive(server), "its server has ended")
})
