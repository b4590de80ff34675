import { execFile } from "node:child_process"
import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs"
import { delimiter, dirname, join } from "node:path"
import { promisify } from "node:util"
import { hashFiles } from "../src/cli/hash-files.ts"

type Step = { name: string; program: string; args: string[] }

const root = dirname(import.meta.dirname)
const cache = join(root, "node_modules", ".cache")
const folders = ["bin", "src", "test", "bench", "prove", "web", "sdk"].filter(folder => existsSync(join(root, folder)))

/**
 * The longest first, then types, which fail most often. Each uses one core, and two run at a time: with a second thread the compiler would
 * check half of the types twice.
 */
const steps: Step[] = [
  { name: "lint", program: "node_modules/.bin/oxlint", args: ["--quiet", "--threads", "1", ...folders] },
  { name: "types", program: "node_modules/.bin/tsc", args: typesOf(".", "service") },
  { name: "types of the pages", program: "node_modules/.bin/tsc", args: typesOf("web", "pages") },
  { name: "types of the SDK", program: "node_modules/.bin/tsc", args: ["--noEmit", ...typesOf("sdk", "sdk")] },
  { name: "OpenAPI", program: process.execPath, args: ["test/lint-openapi.ts"] },
  { name: "format", program: "node_modules/.bin/oxfmt", args: ["--check", "--threads", "1", ...folders] },
  { name: "printed files", program: process.execPath, args: ["src/cli/print.ts", "--check"] },
  { name: "interface since the last release", program: process.execPath, args: ["src/cli/api-differences.ts"] },
].filter(({ program, args }) => program !== process.execPath || existsSync(join(root, args[0]!)))

/** The results are stored beside the installed packages, so that a run after a small change checks only a fifth of the project. */
function typesOf(project: string, name: string): string[] {
  return ["-p", project, "--checkers", "1", "--incremental", "--tsBuildInfoFile", join(cache, `${name}.tsbuildinfo`)]
}

/** All that the steps read: the code, the printed documents, the settings of the programs, and the versions of the packages. */
const documents = ["docs/openapi.json", "docs/errors.md", "docs/collections", "docs/released"]
const settings = ["package.json", "package-lock.json", "tsconfig.json", ".oxlintrc.json", ".oxfmtrc.json", ".editorconfig"]
const inputs = [...folders, ...documents, ...settings]

/** The compiler and the linter are written in Go and end before it is worth collecting their garbage, unless memory is short. */
const goSettings = { GOMAXPROCS: "1", GOGC: "off", GOMEMLIMIT: "2GiB" }
const env = { ...process.env, ...goSettings, PATH: `${dirname(process.execPath)}${delimiter}${process.env["PATH"]}` }
const run = promisify(execFile)

/**
 * Runs the checks that need no database, unless they passed on the same files. Returns the findings, and starts no further check after the
 * first.
 */
export async function check(): Promise<string[]> {
  const memory = join(cache, "checked")
  const hash = hashFiles(root, inputs)
  if (existsSync(memory) && readFileSync(memory, "utf8") === hash) {
    console.log(`ok  ${steps.map(({ name }) => name).join(", ")}: passed before, and nothing has changed`)
    return []
  }
  const problems = await runSteps()
  if (problems.length > 0) return problems
  mkdirSync(cache, { recursive: true })
  if (hashFiles(root, inputs) === hash) writeFileSync(memory, hash)
  return []
}

async function runSteps(): Promise<string[]> {
  const waiting = [...steps]
  const problems: string[] = []
  const work = async () => {
    for (let step = waiting.shift(); step !== undefined && problems.length === 0; step = waiting.shift()) {
      const problem = await findProblem(step)
      if (problem !== undefined) problems.push(problem)
    }
  }
  await Promise.all([work(), work()])
  return problems
}

async function findProblem({ name, program, args }: Step): Promise<string | undefined> {
  const start = performance.now()
  const problem = await run(program, args, { cwd: root, env, maxBuffer: Infinity }).then(
    () => undefined,
    ({ message, stdout, stderr }: Error & { stdout: string; stderr: string }) => `${stdout}${stderr}`.trim() || message,
  )
  const seconds = ((performance.now() - start) / 1000).toFixed(1)
  console.log(`${problem === undefined ? "ok" : "FAILED"}  ${name} (${seconds} s)`)
  return problem
}

if (import.meta.main)
  for (const problem of await check()) {
    console.log(problem)
    process.exitCode = 1
  }
