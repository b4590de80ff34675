import { spawnSync } from "node:child_process"
import { existsSync } from "node:fs"
import { delimiter, dirname, join } from "node:path"

const root = dirname(import.meta.dirname)
const folders = ["bin", "src", "test", "bench", "web"].filter(folder => existsSync(join(root, folder)))

const steps = [
  { name: "types", program: "node_modules/.bin/tsc", args: ["-p", "."] },
  { name: "types of the pages", program: "node_modules/.bin/tsc", args: ["-p", "web"] },
  { name: "lint", program: "node_modules/.bin/oxlint", args: ["--quiet", ...folders] },
  { name: "format", program: "node_modules/.bin/oxfmt", args: ["--check", ...folders] },
  { name: "printed files", program: process.execPath, args: ["src/cli/print.ts", "--check"] },
].filter(({ args }) => args[0] !== "src/cli/print.ts" || existsSync(join(root, "src/cli/print.ts")))

/** Runs the checks that need no database and stops at the first that fails. */
export function check(): boolean {
  const env = { ...process.env, PATH: `${dirname(process.execPath)}${delimiter}${process.env["PATH"]}` }
  return steps.every(({ name, program, args }) => {
    const start = performance.now()
    const { status, stdout, stderr, error } = spawnSync(program, args, { cwd: root, env, encoding: "utf8" })
    const seconds = ((performance.now() - start) / 1000).toFixed(1)
    console.log(`${status === 0 ? "ok" : "FAILED"}  ${name} (${seconds} s)`)
    if (status !== 0) console.log(error?.message ?? `${stdout}${stderr}`.trim())
    return status === 0
  })
}

if (import.meta.main && !check()) process.exitCode = 1
