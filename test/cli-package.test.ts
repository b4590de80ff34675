// The command line as a package of its own: the files that npm would publish, run where nothing else is installed.
import assert from "node:assert/strict"
import { execFile, spawn } from "node:child_process"
import { once } from "node:events"
import { cpSync, mkdtempSync, readFileSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { after, test } from "node:test"
import { promisify } from "node:util"
import { gzipSync } from "node:zlib"
import { newContact, startTestServer } from "./harness.ts"

const { buildCli } = (await import("../bin/pack-cli.mjs" as string)) as { buildCli(folder: string, version: string): Promise<void> }
const folder = mkdtempSync(join(tmpdir(), "cli-package-"))
after(() => rmSync(folder, { recursive: true, force: true }))
await buildCli(join(folder, "built"), "9.8.7")
const installed = join(folder, "installed") // a copy, so that nothing of the project is beside it or above it
cpSync(join(folder, "built"), installed, { recursive: true })
const server = await startTestServer()
const { api, baseUrl, keys } = server
const env = { PATH: process.env["PATH"], HOME: folder, XDG_CONFIG_HOME: join(folder, "config") }
const program = join(installed, "dist/countersign.mjs")
const run = async (...args: string[]) => (await promisify(execFile)(process.execPath, [program, ...args], { env, cwd: folder })).stdout

test("has its version, no dependencies and no scripts, and the licences of the code that it contains", () => {
  const { name, version, bin, dependencies, scripts } = JSON.parse(readFileSync(join(installed, "package.json"), "utf8"))
  assert.deepEqual(
    [name, version, bin, dependencies, scripts],
    ["@countersign/cli", "9.8.7", { countersign: "dist/countersign.mjs" }, undefined, undefined],
  )
  const others = readFileSync(join(installed, "LICENSES-OF-OTHERS"), "utf8")
  for (const each of ["commander", "zod"]) assert.match(others, new RegExp(`^${each} [\\d.]+\\n\\n[^]*MIT`, "mi"))
  const bytes = gzipSync(readFileSync(program)).length
  assert.ok(bytes <= 100 * 1024, `${bytes} bytes by gzip: does a command of the service come with it?`)
})

test("signs in, creates, lists and looks at the service, with nothing else installed", async () => {
  assert.equal(await run("--version"), "9.8.7\n")
  await run("login", "--url", baseUrl, "--api-key", keys.apiKey)
  const contact = JSON.parse(await run("contacts", "create", "--email", "lia@example.com", "--profile.first-name", "Lia"))
  assert.equal((await api.get(`/v1/contacts/${contact._id}`)).status, 200)
  assert.match(await run("contacts", "list", "--table"), /lia@example\.com/)
  assert.match(await run("doctor", "--table"), /key +ok/)
  assert.doesNotMatch(await run("--help"), /tenant create|backup/)
})

test("listens to events", async () => {
  const child = spawn(process.execPath, [program, "listen"], { env, cwd: folder })
  after(() => child.kill())
  let printed = ""
  child.stdout.setEncoding("utf8").on("data", (text: string) => (printed += text))
  const saw = async (expected: RegExp) => {
    while (!expected.test(printed)) await once(child.stdout, "data", { signal: AbortSignal.timeout(20_000) })
  }
  await saw(/^Listening to/)
  await api.create("/v1/contacts/create", newContact())
  await saw(/contacts\.create/)
})
