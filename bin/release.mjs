// Makes a release: checks, tests, packs the files to publish, sets the version, dates the changelog, commits and tags. It pushes nothing. With --pack it
// makes only the files.
// Progress goes to stderr and the release notes to stdout, so that `npm run --silent release -- 0.2.0 > notes.md` keeps them.
import { spawnSync } from "node:child_process"
import { readFileSync, writeFileSync } from "node:fs"
import { basename, dirname, join } from "node:path"
import { fileURLToPath } from "node:url"
import { parseArgs } from "node:util"
import { gzipSync } from "node:zlib"
import { packRelease } from "./pack-release.mjs"

const root = dirname(dirname(fileURLToPath(import.meta.url)))
const usage = "Usage: node bin/release.mjs <version> [--dry-run | --pack [--no-test]]"

try {
  release(readArguments(process.argv.slice(2)))
} catch (error) {
  console.error(error.readable ? error.message : error)
  process.exit(1)
}

function release({ version, isDryRun, isPacking, runsTests }) {
  const current = JSON.parse(read("package.json")).version
  assertClean()
  if (!isPacking) assertMain()
  assertNewVersion(version, current)
  const changelog = splitChangelog(read("CHANGELOG.md"))
  if (runsTests) runTests()
  const date = new Date().toISOString().slice(0, 10)
  const files = filesOf(version, date, changelog)
  const notes = notesOf(version, current, changelog)
  const message = `release: ${version}`
  if (isDryRun) {
    console.error(`Would pack dist/release-${version}.`)
    console.error(`Would set ${version} instead of ${current} in ${Object.keys(files).join(", ")}.`)
    console.error(`Would commit "${message}" and tag v${version}, with these notes:`)
  } else pack(version, files, notes)
  if (!isDryRun && !isPacking) {
    commitFiles(files, message)
    git("tag", "--annotate", `v${version}`, "--message", message)
    console.error(`Released ${version}. Publish it with: git push origin main v${version}`)
    for (const name of ["sdk", "cli"])
      console.error(
        `Publish @countersign/${name} with: npm publish dist/release-${version}/countersign-${name}-${version}.tgz --access public`,
      )
  }
  console.log(notes)
}

/** Before anything is committed, so that a release always has its files. */
function pack(version, files, notes) {
  const { folder, sizes } = packRelease({ root, version, files, notes, runNpm: readNpm })
  for (const [path, bytes] of sizes) console.error(`${folder}/${path}: ${bytes.toLocaleString("en")} bytes`)
}

/** What the changelog says, what is new in the interface, and how to make the image. A change that breaks a client ends the release. */
function notesOf(version, current, { notes }) {
  const added = readNpm(["run", "--silent", "differences"], root).trim()
  const image = `tar xzf countersign-${version}.tgz\ndocker build --tag countersign:${version} countersign-${version}`
  return [notes, ...(added ? [`### The interface since ${current}\n\n${added}`] : []), `### The image\n\n\`\`\`sh\n${image}\n\`\`\``].join(
    "\n\n",
  )
}

function readArguments(args) {
  const flag = { type: "boolean", default: false }
  const options = { "dry-run": flag, pack: flag, "no-test": flag }
  const { values, positionals } = parse({ args, options, allowPositionals: true })
  const [version] = positionals
  const { "dry-run": isDryRun, pack: isPacking } = values
  if (positionals.length !== 1 || (isDryRun && isPacking)) refuse(usage)
  if (!isVersion(version)) refuse(`"${version}" is not a version; write three numbers such as 0.2.0.`)
  if (values["no-test"] && !isDryRun && !isPacking) refuse("--no-test is allowed only together with --dry-run or --pack.")
  return { version, isDryRun, isPacking, runsTests: !values["no-test"] }
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

function assertMain() {
  const branch = git("branch", "--show-current")
  if (branch !== "main") refuse(`Releases are made on main, and this is ${branch || "no branch"}; run "git switch main" first.`)
}

function assertClean() {
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

/** npm's own output goes to stderr. */
function runNpm(args, settings = {}) {
  const { program, all, env } = npmOf(args)
  return spawnSync(program, all, { cwd: root, env: { ...env, ...settings }, stdio: ["ignore", process.stderr, process.stderr] }).status
}

/** What a command of npm prints. */
function readNpm(args, cwd) {
  const { program, all, env } = npmOf(args)
  const { status, stdout } = spawnSync(program, all, {
    cwd,
    env,
    encoding: "utf8",
    maxBuffer: 100_000_000,
    stdio: ["ignore", "pipe", process.stderr],
  })
  if (status !== 0)
    refuse(
      `npm ${args
        .slice(0, args[0] === "run" ? 3 : 1)
        .filter(each => !each.startsWith("--"))
        .join(" ")} failed, so nothing was released.`,
    )
  return stdout
}

function npmOf(args) {
  const { npm_execpath: npm = "" } = process.env
  const [program, ...first] = basename(npm) === "npm-cli.js" ? [process.execPath, npm] : ["npm"]
  return { program, all: [...first, ...args], env: process.env }
}

/**
 * Each file with its new content. The OpenAPI document, the Helm chart and the image carry the version too. The document is kept: the next
 * changes are compared with it, and what was accepted before is part of it.
 */
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
    "docs/released/openapi.json.gz": gzipSync(JSON.stringify(openapi), { level: 9 }),
    "docs/released/accepted.json": asJson({}),
    Dockerfile: read("Dockerfile").replace(/(image\.version=)"[^"]*"/, `$1"${version}"`),
    "deploy/helm/countersign/Chart.yaml": chart.replace(/^(version|appVersion): .*$/gm, `$1: "${version}"`),
    "CHANGELOG.md": `${before}## [Unreleased]\n\n## [${version}] - ${date}\n\n${notes}\n${after && `\n${after}`}`,
  }
}

/** Puts the files back when git can't commit them, for example because a hook fails. */
function commitFiles(files, message) {
  const paths = Object.keys(files)
  const originals = paths.map(path => readFileSync(join(root, path)))
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
