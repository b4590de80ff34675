import { execFile } from "node:child_process"
import { existsSync } from "node:fs"
import { delimiter, dirname, join } from "node:path"
import { promisify } from "node:util"

const root = dirname(import.meta.dirname)
const folders = ["bin", "src", "test", "bench", "web"].filter(folder => existsSync(join(root, folder)))

/** The longest first. Each uses one core, two run at a time: a second thread of the compiler checks half of the types again. */
const steps = [
  { name: "lint", program: "node_modules/.bin/oxlint", args: ["--quiet", "--threads", "1", ...folders] },
  { name: "types", program: "node_modules/.bin/tsc", args: typesOf(".", "service") },
  { name: "types of the pages", program: "node_modules/.bin/tsc", args: typesOf("web", "pages") },
  { name: "format", program: "node_modules/.bin/oxfmt", args: ["--check", "--threads", "1", ...folders] },
  { name: "printed files", program: process.execPath, args: ["src/cli/print.ts", "--check"] },
].filter(({ args }) => args[0] !== "src/cli/print.ts" || existsSync(join(root, "src/cli/print.ts")))

/** What was checked before is remembered beside the installed packages, so that a run without changes checks a fifth of it. */
function typesOf(project: string, name: string): string[] {
  return [
    "-p",
    project,
    "--checkers",
    "1",
    "--incremental",
    "--tsBuildInfoFile",
    join(root, "node_modules", ".cache", `${name}.tsbuildinfo`),
  ]
}

/** The compiler and the linter are written in Go and end before it is worth collecting their garbage, unless memory is short. */
const goSettings = { GOMAXPROCS: "1", GOGC: "off", GOMEMLIMIT: "2GiB" }
const env = { ...process.env, ...goSettings, PATH: `${dirname(process.execPath)}${delimiter}${process.env["PATH"]}` }
const run = promisify(execFile)

/** Runs the checks that need no database; after one that fails, no other is begun. */
export async function check(): Promise<boolean> {
  const waiting = [...steps]
  let hasFailed = false
  const work = async () => {
    for (let step = waiting.shift(); step !== undefined && !hasFailed; step = waiting.shift()) {
      if (!(await passes(step))) hasFailed = true
    }
  }
  await Promise.all([work(), work()])
  return !hasFailed
}

async function passes({ name, program, args }: (typeof steps)[number]): Promise<boolean> {
  const start = performance.now()
  const problem = await run(program, args, { cwd: root, env, maxBuffer: Infinity }).then(
    () => undefined,
    ({ message, stdout, stderr }: Error & { stdout: string; stderr: string }) => `${stdout}${stderr}`.trim() || message,
  )
  const seconds = ((performance.now() - start) / 1000).toFixed(1)
  console.log(`${problem === undefined ? "ok" : "FAILED"}  ${name} (${seconds} s)`)
  if (problem !== undefined) console.log(problem)
  return problem === undefined
}

if (import.meta.main && !(await check())) process.exitCode = 1
