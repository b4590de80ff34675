import assert from "node:assert/strict"
import { spawn, spawnSync } from "node:child_process"
import { once } from "node:events"
import { cpSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { dirname, join } from "node:path"
import { test } from "node:test"

test("the launcher runs a command on the bundled Node, forwards signals and exits with the command's code", async t => {
  const project = mkdtempSync(join(tmpdir(), "countersign-launch-"))
  t.after(() => rmSync(project, { recursive: true }))
  const source = dirname(import.meta.dirname)
  cpSync(join(source, "bin"), join(project, "bin"), { recursive: true })
  for (const name of ["package.json", "package-lock.json"]) cpSync(join(source, name), join(project, name))
  symlinkSync(join(source, "node_modules"), join(project, "node_modules"))
  mkdirSync(join(project, "src", "cli"), { recursive: true })
  const program = `if (process.argv[2] === "fail") process.exit(7)
    process.on("SIGTERM", () => process.exit(5))
    console.log(process.version)
    setInterval(() => {}, 1000)`
  writeFileSync(join(project, "src", "cli", "main.ts"), program)
  const launcher = join(project, "bin", "countersign.mjs")
  assert.equal(spawnSync(process.execPath, [launcher, "fail"]).status, 7)
  const child = spawn(process.execPath, [launcher, "wait"], { stdio: ["ignore", "pipe", "inherit"] })
  const [version] = await once(child.stdout, "data")
  assert.equal(String(version).trim(), process.version)
  child.kill("SIGTERM")
  assert.deepEqual(await once(child, "exit"), [5, null])
})
