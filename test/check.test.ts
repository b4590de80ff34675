// The check skips steps that passed on the same files, and repeats those that failed or whose files changed.
import assert from "node:assert/strict"
import { spawnSync } from "node:child_process"
import { cpSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { dirname, join } from "node:path"
import { after, test } from "node:test"

/** A project with this project's check, and programs that find nothing unless there is a file `wrong`. */
const project = mkdtempSync(join(tmpdir(), "countersign-check-"))
after(() => rmSync(project, { recursive: true }))
for (const path of ["test/check.ts", "src/cli/hash-files.ts"]) cpSync(join(dirname(import.meta.dirname), path), join(project, path))
writeFileSync(join(project, "package.json"), '{ "type": "module" }')
const programs = join(project, "node_modules", ".bin")
mkdirSync(programs, { recursive: true })
for (const name of ["oxlint", "tsc", "oxfmt"]) writeFileSync(join(programs, name), "#!/bin/sh\ntest ! -e wrong\n", { mode: 0o755 })

function check(): "checked" | "remembered" | "failed" {
  const { status, stdout } = spawnSync(process.execPath, [join(project, "test/check.ts")], { encoding: "utf8" })
  if (status !== 0) return "failed"
  return stdout.includes("passed before, and nothing has changed") ? "remembered" : "checked"
}

test("the check runs again once a file has changed, and after it failed", () => {
  assert.deepEqual([check(), check()], ["checked", "remembered"])
  writeFileSync(join(project, "src", "more.ts"), "")
  writeFileSync(join(project, "wrong"), "")
  assert.deepEqual([check(), check()], ["failed", "failed"])
  rmSync(join(project, "wrong"))
  assert.deepEqual([check(), check()], ["checked", "remembered"])
})
