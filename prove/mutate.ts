import { spawn } from "node:child_process"
import { globSync, mkdtempSync, readFileSync, writeFileSync } from "node:fs"
import { availableParallelism, tmpdir } from "node:os"
import { join, sep } from "node:path"
import { pathToFileURL } from "node:url"
import { startDatabase } from "../test/database.ts"
import { type Mutation, mutations } from "./mutations.ts"

const root = join(import.meta.dirname, "..")
const hook = pathToFileURL(join(import.meta.dirname, "mutation-hook.ts")).href
const testFiles = ["src", "test"].flatMap(folder => globSync(`${folder}/**/*.test.ts`, { cwd: root }))

type Finding = { mutation: Mutation; test: string | undefined }

/** Makes one mistake after the other, and runs the tests that should notice it. Returns whether all were noticed. */
export async function tryMutations(words: readonly string[], write: boolean): Promise<boolean> {
  const chosen = mutations.filter(({ name, path }) => words.length === 0 || words.some(word => `${name} ${path}`.includes(word)))
  for (const { name, path, from } of chosen)
    if (!readFileSync(join(root, path), "utf8").includes(from)) throw new Error(`${path} does not have what "${name}" changes: ${from}`)
  const database = await startDatabase()
  const findings: Finding[] = []
  try {
    const waiting = [...chosen]
    const take = async () => {
      for (let mutation = waiting.shift(); mutation !== undefined; mutation = waiting.shift()) {
        const test = await findFailingTest(mutation)
        findings.push({ mutation, test })
        console.log(`${test === undefined ? "NOT NOTICED" : "noticed"}  ${mutation.name}${test === undefined ? "" : `: ${test}`}`)
      }
    }
    await Promise.all(Array.from({ length: availableParallelism() }, take))
  } finally {
    await database.stop()
  }
  const noticed = countNoticed(findings)
  console.log(`\n${noticed} of ${findings.length} mistakes were noticed`)
  if (write) writeFileSync(join(root, "docs", "mutations.md"), pageOf(findings))
  return noticed === findings.length
}

const countNoticed = (findings: readonly Finding[]) => findings.filter(({ test }) => test !== undefined).length

/** The first test that fails with this mistake in the code. Tests of rules are the fastest, so they come first. */
function findFailingTest(mutation: Mutation): Promise<string | undefined> {
  const isMeant = (file: string) => mutation.tests.some(part => file.split(sep).join("/").includes(part))
  const files = testFiles.filter(isMeant).toSorted((a, b) => Number(b.endsWith("rules.test.ts")) - Number(a.endsWith("rules.test.ts")))
  const taken = mkdtempSync(join(tmpdir(), "taken-"))
  const args = ["--import", hook, "--test-reporter=spec", join(root, "test", "files.ts"), taken, String(files.length), ...files]
  const child = spawn(process.execPath, args, { cwd: root, env: { ...process.env, MUTATION: JSON.stringify(mutation) }, stdio: "pipe" })
  return new Promise(resolve => {
    let output = ""
    for (const stream of [child.stdout, child.stderr])
      stream.setEncoding("utf8").on("data", (text: string) => {
        output += text
        const [, failed] = /✖ (.+?) \(\d[\d.]*ms\)/.exec(output) ?? []
        if (failed === undefined) return
        resolve(failed)
        child.kill("SIGKILL")
      })
    child.once("close", code => resolve(code === 0 ? undefined : `the process ended with ${code}`))
  })
}

function pageOf(findings: readonly Finding[]): string {
  const order = new Map(mutations.map((mutation, i) => [mutation, i]))
  const sorted = findings.toSorted((a, b) => order.get(a.mutation)! - order.get(b.mutation)!)
  const rows = sorted.map(({ mutation, test }) => `| ${mutation.name} | \`${mutation.path}\` | ${test ?? "**not noticed**"} |`)
  return `# Mistakes that the tests notice

A test that can't fail proves nothing. \`npm run prove -- --mutations --write\` puts each of these mistakes into the code, one at
a time, and runs the tests of that part. It wrote this page on ${new Date().toISOString().slice(0, 10)}.

${countNoticed(findings)} of ${findings.length} mistakes were noticed.

| The mistake | Where | The first test that failed |
| --- | --- | --- |
${rows.join("\n")}
`
}
