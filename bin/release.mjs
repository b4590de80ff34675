// Makes a release: checks, tests, packs the SDK, sets the version, dates the changelog, commits and tags. It pushes nothing.
// Progress goes to stderr and the release notes to stdout, so that `npm run --silent release -- 0.2.0 > notes.md` keeps them.
import { spawnSync } from "node:child_process"
import { readFileSync, writeFileSync } from "node:fs"
import { basename, dirname, join } from "node:path"
import { fileURLToPath } from "node:url"
import { parseArgs } from "node:util"

const root = dirname(dirname(fileURLToPath(import.meta.url)))
const usage = "Usage: node bin/release.mjs <version> [--dry-run [--no-test]]"

try {
  release(readArguments(process.argv.slice(2)))
} catch (error) {
  console.error(error.readable ? error.message : error)
  process.exit(1)
}

function release({ version, isDryRun, runsTests }) {
  const current = JSON.parse(read("package.json")).version
  assertCleanMain()
  assertNewVersion(version, current)
  const changelog = splitChangelog(read("CHANGELOG.md"))
  if (runsTests) runTests()
  const date = new Date().toISOString().slice(0, 10)
  const files = filesOf(version, date, changelog)
  const message = `release: ${version}`
  if (isDryRun) {
    console.error(`Would set ${version} instead of ${current} in ${Object.keys(files).join(", ")}.`)
    console.error(`Would commit "${message}" and tag v${version}, with these notes:`)
    console.error(`Would pack dist/countersign-sdk-${version}.tgz.`)
    console.error("Would name bin/countersign-verify.mjs, the offline verifier, as a file to attach.")
  } else {
    packSdk(version)
    commitFiles(files, message)
    git("tag", "--annotate", `v${version}`, "--message", message)
    console.error(`Released ${version}. Publish it with: git push origin main v${version}`)
    console.error("Attach the offline verifier to the release: bin/countersign-verify.mjs")
    console.error(`Publish the SDK with: npm publish dist/countersign-sdk-${version}.tgz --access public`)
  }
  console.log(changelog.notes)
}

function readArguments(args) {
  const options = { "dry-run": { type: "boolean", default: false }, "no-test": { type: "boolean", default: false } }
  const { values, positionals } = parse({ args, options, allowPositionals: true })
  const [version] = positionals
  const isDryRun = values["dry-run"]
  if (positionals.length !== 1) refuse(usage)
  if (!isVersion(version)) refuse(`"${version}" is not a version; write three numbers such as 0.2.0.`)
  if (values["no-test"] && !isDryRun) refuse("--no-test is allowed only together with --dry-run.")
  return { version, isDryRun, runsTests: !values["no-test"] }
}

function parse(config) {
  try {
    return parseArgs(config)
  } catch {
    return refuse(usage)
  }
}

function isVersion(text) {
  return /^(0|[1-9]\d*)\.(0|[1-9]\d*)\.(0|[1-9]\d*)$/.test(text)
}

function assertCleanMain() {
  const branch = git("branch", "--show-current")
  if (branch !== "main") refuse(`Releases are made on main, and this is ${branch || "no branch"}; run "git switch main" first.`)
  if (git("status", "--porcelain") !== "") refuse("The working tree has uncommitted changes; commit or discard them first.")
}

function assertNewVersion(version, current) {
  if (!isHigher(version, current)) refuse(`${version} is not higher than ${current}, the version in package.json.`)
  if (git("tag", "--list", `v${version}`) !== "") refuse(`The tag v${version} exists already; choose a higher version.`)
}

function isHigher(version, current) {
  const [wanted, existing] = [version, current].map(text => text.split(".").map(Number))
  const place = wanted.findIndex((number, i) => number !== existing[i])
  return place >= 0 && wanted[place] > existing[place]
}

/** The changelog before the Unreleased section, that section's notes, and what follows it. */
function splitChangelog(text) {
  const heading = /^## \[Unreleased\] *$/m.exec(text)
  if (!heading) refuse('CHANGELOG.md has no section "## [Unreleased]"; add it and list the changes there.')
  const start = heading.index + heading[0].length
  const length = text.slice(start).search(/^## /m)
  const end = length < 0 ? text.length : start + length
  const notes = text.slice(start, end).trim()
  if (!notes.split("\n").some(line => /^[^#\s]/.test(line)))
    refuse("The Unreleased section of CHANGELOG.md is empty; list the changes there.")
  return { before: text.slice(0, heading.index), notes, after: text.slice(end) }
}

/** Runs all tests, the long ones too. */
function runTests() {
  if (runNpm(["test"], { FAULTS: "full" }) !== 0) refuse("npm test failed, so nothing was released.")
}

/** Before anything is committed, so that a release always has its SDK. */
function packSdk(version) {
  if (runNpm(["run", "sdk", "--", version]) !== 0) refuse("npm run sdk failed, so nothing was released.")
}

/** npm's own output goes to stderr. */
function runNpm(args, settings = {}) {
  const { npm_execpath: npm = "" } = process.env
  const [program, ...first] = basename(npm) === "npm-cli.js" ? [process.execPath, npm] : ["npm"]
  const env = { ...process.env, ...settings }
  return spawnSync(program, [...first, ...args], { cwd: root, env, stdio: ["ignore", process.stderr, process.stderr] }).status
}

/** Each file with its new text. The OpenAPI document and the Helm chart carry the version too, and tests compare them with package.json. */
function filesOf(version, date, { before, notes, after }) {
  const packageJson = { ...JSON.parse(read("package.json")), version }
  const lock = { ...JSON.parse(read("package-lock.json")), version }
  lock.packages[""].version = version
  const openapi = JSON.parse(read("docs/openapi.json"))
  openapi.info.version = version
  const chart = read("deploy/helm/countersign/Chart.yaml")
  return {
    "package.json": asJson(packageJson),
    "package-lock.json": asJson(lock),
    "docs/openapi.json": asJson(openapi),
    "sdk/package.json": asJson({ ...JSON.parse(read("sdk/package.json")), version }),
    "deploy/helm/countersign/Chart.yaml": chart.replace(/^(version|appVersion): .*$/gm, `$1: "${version}"`),
    "CHANGELOG.md": `${before}## [Unreleased]\n\n## [${version}] - ${date}\n\n${notes}\n${after && `\n${after}`}`,
  }
}

/** Puts the files back when git can't commit them, for example because a hook fails. */
function commitFiles(files, message) {
  const paths = Object.keys(files)
  const originals = paths.map(read)
  try {
    for (const path of paths) writeFileSync(join(root, path), files[path])
    git("commit", "--quiet", "--message", message, "--", ...paths)
  } catch (error) {
    paths.forEach((path, i) => writeFileSync(join(root, path), originals[i]))
    throw error
  }
}

function git(...args) {
  const { status, stdout, stderr, error } = spawnSync("git", args, { cwd: root, encoding: "utf8" })
  if (status !== 0) refuse(`git ${args[0]} failed: ${(error?.message ?? stderr).trim().split("\n")[0]}`)
  return stdout.trim()
}

function read(path) {
  return readFileSync(join(root, path), "utf8")
}

function asJson(value) {
  return `${JSON.stringify(value, null, 2)}\n`
}

function refuse(message) {
  throw Object.assign(new Error(message), { readable: true })
}
