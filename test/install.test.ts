import assert from "node:assert/strict"
import { spawn, spawnSync } from "node:child_process"
import { createHash } from "node:crypto"
import { once } from "node:events"
import { cpSync, existsSync, globSync, mkdirSync, mkdtempSync, readFileSync, realpathSync, rmSync, writeFileSync } from "node:fs"
import { createServer } from "node:net"
import { tmpdir } from "node:os"
import { dirname, join } from "node:path"
import { after, test } from "node:test"
import { freePort } from "./free-port.ts"

const folder = mkdtempSync(join(tmpdir(), "countersign-install-"))
after(() => rmSync(folder, { recursive: true, force: true }))

const json = (value: object) => `${JSON.stringify(value, null, 2)}\n`

/** A project with the launcher, one package for the service and one for tests. Its programs only print that they ran. */
function newProject(npm?: string) {
  const root = realpathSync(mkdtempSync(join(folder, "project-")))
  const manifest = { name: "sample", version: "1.0.0", dependencies: { served: "1.0.0" }, devDependencies: { tested: "1.0.0" } }
  const packages = {
    "": manifest,
    "node_modules/served": { version: "1.0.0" },
    "node_modules/tested": { version: "1.0.0", dev: true },
  }
  const files: Record<string, string> = {
    "package.json": json(manifest),
    "package-lock.json": json({ name: "sample", version: "1.0.0", lockfileVersion: 3, requires: true, packages }),
    "src/main.ts": 'console.log("started")',
    "test/run.ts": 'console.log("tested")',
    "npm/npm-cli.js": npm ?? fakeNpm,
  }
  for (const each of ["src", "test", "npm"]) mkdirSync(join(root, each))
  for (const [path, text] of Object.entries(files)) writeFileSync(join(root, path), text)
  cpSync(join(dirname(import.meta.dirname), "bin"), join(root, "bin"), { recursive: true })
  return {
    root,
    /** Runs a command and returns its exit code and what it printed. */
    async run(
      command: string,
      env: Record<string, string> = { npm_execpath: join(root, "npm", "npm-cli.js") },
      onComplaint: (complained: string) => unknown = () => {},
    ) {
      const { PATH = "" } = process.env
      const child = spawn(process.execPath, ["bin/countersign.mjs", command], { cwd: root, env: { PATH, HOME: folder, ...env } })
      let [printed, complained] = ["", ""]
      child.stdout.setEncoding("utf8").on("data", (text: string) => (printed += text))
      child.stderr.setEncoding("utf8").on("data", (text: string) => onComplaint((complained += text)))
      const [code] = await once(child, "close")
      return { code: code as number, printed: printed.trim(), complained: complained.replace(/^Installing dependencies.*\n/, "").trim() }
    },
    /** The commands that npm was given, without the options that every one has. */
    npmCommands: () =>
      readFileSync(join(root, "npm", "commands"), "utf8")
        .trim()
        .split("\n"),
  }
}

/** Deletes everything on `ci`, as npm does, and records its arguments. */
const fakeNpm = `
const { appendFileSync, mkdirSync, rmSync } = require("node:fs")
const asked = process.argv.slice(2).filter(each => /^(ci|install|--no-save|--(omit|include)=dev)$/.test(each))
appendFileSync(__dirname + "/commands", asked.join(" ") + "\\n")
if (asked[0] === "ci") rmSync("node_modules", { recursive: true, force: true })
mkdirSync("node_modules", { recursive: true })
`

test("installs the service's packages at a start, adds those of the tests for the tests, and downloads nothing twice", async () => {
  const project = newProject()
  for (const expected of ["started", "started"]) assert.equal((await project.run("start")).printed, expected)
  for (const expected of ["tested", "tested"]) assert.equal((await project.run("test")).printed, expected)
  assert.equal((await project.run("start")).printed, "started")
  assert.deepEqual(project.npmCommands(), ["ci --omit=dev", "install --no-save --include=dev"])
})

test("needs nothing more for a start after the tests, and keeps the packages of the tests in an upgrade", async () => {
  const project = newProject()
  assert.equal((await project.run("test")).printed, "tested")
  assert.equal((await project.run("start")).printed, "started")
  const lockfile = join(project.root, "package-lock.json")
  writeFileSync(lockfile, `${readFileSync(lockfile, "utf8")}\n`)
  assert.equal((await project.run("start")).printed, "started")
  assert.deepEqual(project.npmCommands(), ["ci --include=dev", "ci --include=dev"])
})

test("stores the compiled code of a start beside the packages, for the next start", async () => {
  const project = newProject()
  await project.run("start")
  assert.notDeepEqual(globSync("node_modules/.cache/compiled/*/*", { cwd: project.root }), [])
})

const noNetwork = (reason: string) =>
  `Countersign can't download the packages it needs, because npm's registry can't be reached (${reason}). ` +
  "Check the network and npm's settings for proxy and registry, then try again; once they are installed it starts without a network."

test("a start that can't reach the registry says so in one message", async () => {
  for (const code of ["ENOTFOUND", "EAI_AGAIN", "ETIMEDOUT", "ENETUNREACH"]) {
    const project = newProject(`console.error("npm warn old\\nnpm error code ${code}\\nnpm error network request failed"); process.exit(1)`)
    assert.deepEqual(await project.run("start"), { code: 1, printed: "", complained: noNetwork(code) })
  }
})

test("refuses to run below node_modules, before it installs anything, and says what to install instead", () => {
  const below = join(folder, "node_modules", "countersign")
  cpSync(join(dirname(import.meta.dirname), "bin"), join(below, "bin"), { recursive: true })
  const { status, stderr } = spawnSync(process.execPath, ["bin/countersign.mjs", "start"], { cwd: below, encoding: "utf8" })
  assert.equal(status, 1)
  assert.match(stderr, /^The service can't run below node_modules: [^\n]+\nFor the commands alone, install the package @countersign\/cli/)
})

/** Shortens the time-out, so that a test need not wait as long as a start does. */
function shortenSilence(project: { root: string }) {
  assert.ok(setConstant(project, "maxSilenceMs", "1_000") >= 60_000)
}

/** Sets a constant of the installer and returns its previous value. */
function setConstant({ root }: { root: string }, name: string, value: string): number {
  const program = join(root, "bin", "install.mjs")
  const text = readFileSync(program, "utf8")
  const [line, before] = new RegExp(`${name} = ([\\d_]+)`).exec(text)!
  writeFileSync(program, text.replace(line, `${name} = ${value}`))
  return Number(before!.replaceAll("_", ""))
}

test("a start waits for a registry that answers late, and says what it waits for", async () => {
  const installs = `console.error("npm http fetch GET 200 https://registry.example/zod 9ms"); mkdirSync("node_modules"); process.exit(0)`
  const npm = `const { existsSync, mkdirSync } = require("node:fs"); setInterval(() => { if (existsSync("answered")) { ${installs} } }, 20)`
  const project = newProject(npm)
  assert.ok(setConstant(project, "noticeMs", "100") <= 10_000)
  const registry = "http://name:word@registry.example:4873/npm/"
  const env = { npm_execpath: join(project.root, "npm", "npm-cli.js"), npm_config_registry: registry }
  const isWait = (text: string) =>
    /^Waiting for npm's registry \(http:\/\/registry\.example:4873\) to answer: \d+ s of at most 120 s\.$/m.test(text)
  const answer = (text: string) => isWait(text) && writeFileSync(join(project.root, "answered"), "")
  const { code, printed, complained } = await project.run("start", env, answer)
  assert.deepEqual([code, printed], [0, "started"])
  assert.ok(isWait(complained), complained)
})

test("prints that a start waits for another one", async () => {
  const project = newProject()
  setConstant(project, "noticeMs", "100")
  const hash = createHash("sha256").update(project.root).digest("hex").slice(0, 16)
  const lock = join(project.root, `countersign-install-${process.getuid?.()}-${hash}`)
  mkdirSync(lock)
  writeFileSync(join(lock, "pid"), String(process.pid))
  const notice = `Waiting for another process (${process.pid}), which installs the same packages: `
  const env = { npm_execpath: join(project.root, "npm", "npm-cli.js"), TMPDIR: project.root }
  const { printed } = await project.run("start", env, text => text.includes(notice) && rmSync(lock, { recursive: true, force: true }))
  assert.equal(printed, "started")
})

test("reports a registry that accepts connections and never answers", async () => {
  const registry = createServer().listen(0, "127.0.0.1")
  await once(registry, "listening")
  const { port } = registry.address() as { port: number }
  const project = newProject()
  shortenSilence(project)
  const result = await project.run("start", { npm_config_registry: `http://127.0.0.1:${port}` })
  registry.close()
  assert.deepEqual(result, { code: 1, printed: "", complained: noNetwork("no answer within 1 seconds") })
})

test("does not take failed attempts for an answer of the registry", async () => {
  const line = "npm http fetch GET https://registry.npmjs.org/zod attempt 1 failed with EAI_AGAIN"
  const project = newProject(`console.error("npm warn old\\n${line}"); setTimeout(() => {}, 30_000)`)
  shortenSilence(project)
  assert.deepEqual(await project.run("start"), { code: 1, printed: "", complained: noNetwork("EAI_AGAIN") })
})

test("keeps the service's packages when those of the tests can't be installed", async () => {
  const project = newProject()
  setConstant(project, "noticeMs", "600_000") // npm itself takes longer than the usual ten seconds on a busy machine
  await project.run("start")
  const needed = join(project.root, "node_modules", "served")
  mkdirSync(needed)
  writeFileSync(join(needed, "package.json"), json({ name: "served", version: "1.0.0" }))
  const npm_config_registry = `http://127.0.0.1:${await freePort()}`
  assert.deepEqual(await project.run("test", { npm_config_registry }), { code: 1, printed: "", complained: noNetwork("ECONNREFUSED") })
  assert.ok(existsSync(join(needed, "package.json")))
  assert.equal((await project.run("start", { npm_config_registry })).printed, "started")
})

test("shows only the first lines of another failure of npm, without its log", async () => {
  const lines = ["npm http fetch GET 200 https://a 1ms", "npm warn old", "npm error code EUSAGE", "npm error not in sync", "npm notice new"]
  const project = newProject(`console.error(${JSON.stringify(lines.join("\n"))}); process.exit(1)`)
  const { complained } = await project.run("start")
  assert.deepEqual(complained.split("\n"), [
    "npm could not install the dependencies (1):",
    "  code EUSAGE",
    "  not in sync",
    "package.json and package-lock.json must come from the same version: check out a clean copy and try again.",
  ])
})
