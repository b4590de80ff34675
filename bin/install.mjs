import { spawn } from "node:child_process"
import { createHash } from "node:crypto"
import { mkdirSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { basename, dirname, join } from "node:path"
import { setTimeout as sleep } from "node:timers/promises"
import { fileURLToPath } from "node:url"

const root = dirname(dirname(fileURLToPath(import.meta.url)))
const stamp = join(root, "node_modules", ".countersign")
const lockfile = readFileSync(join(root, "package-lock.json"), "utf8")
const wanted = createHash("sha256").update(lockfile).digest("hex")

/** Brings node_modules to what package-lock.json says. Needs the network only when something is missing. */
export async function install(command) {
  const withDev = ["test", "check", "bench", "dev", "print"].includes(command)
  if (isInstalled(withDev)) return
  const place = createHash("sha256").update(root).digest("hex").slice(0, 16)
  const lock = join(tmpdir(), `countersign-install-${process.getuid?.()}-${place}`)
  while (!take(lock)) await sleep(500)
  try {
    if (isInstalled(withDev)) return
    const omitsDev = !withDev && process.env.NODE_ENV === "production"
    await npmCi([omitsDev ? "--omit=dev" : "--include=dev"])
    writeFileSync(stamp, `${wanted} ${omitsDev ? "production" : "all"}\n`)
  } finally {
    rmSync(lock, { recursive: true, force: true })
  }
}

function isInstalled(withDev) {
  const [hash, what] = read(stamp).trim().split(" ")
  if (hash === wanted && (what === "all" || !withDev)) return true
  return hash === "" && npmInstalledIt(withDev)
}

/** Somebody ran npm by hand: its own list of what it installed tells whether that is what we want. */
function npmInstalledIt(withDev) {
  const installed = JSON.parse(read(join(root, "node_modules", ".package-lock.json")) || '{"packages":{}}').packages
  return Object.entries(JSON.parse(lockfile).packages).every(([path, { version, dev, optional, devOptional }]) => {
    if (path === "") return true
    const mayLack = optional || ((dev || devOptional) && !withDev)
    return installed[path] ? installed[path].version === version : mayLack
  })
}

/** One installs, others wait. A directory is made by one of them only; its maker may have been killed since. */
function take(lock) {
  try {
    mkdirSync(lock)
    writeFileSync(join(lock, "pid"), String(process.pid))
    return true
  } catch (error) {
    if (error.code !== "EEXIST") throw error
  }
  const pid = read(join(lock, "pid"))
  const ageMs = Date.now() - (statSync(lock, { throwIfNoEntry: false })?.mtimeMs ?? Date.now())
  if (pid ? !isAlive(Number(pid)) : ageMs > 10_000) discard(lock, pid)
  return false
}

/** Two may find the same dead lock. Only one can move it; whoever moved a fresh one by mistake puts it back. */
function discard(lock, pid) {
  const aside = `${lock}-${process.pid}`
  try {
    renameSync(lock, aside)
    if (read(join(aside, "pid")) !== pid) renameSync(aside, lock)
    else rmSync(aside, { recursive: true, force: true })
  } catch {
    // Somebody else was faster; the next round tells who holds it.
  }
}

async function npmCi(extra) {
  const { npm_execpath: npm = "" } = process.env
  const [program, ...first] = basename(npm) === "npm-cli.js" ? [process.execPath, npm] : ["npm"]
  const args = [...first, "ci", "--include=optional", "--no-audit", "--no-fund", "--loglevel=error", ...extra]
  const stopProgress = showProgress()
  let said = ""
  const end = await new Promise(resolve => {
    const child = spawn(program, args, { cwd: root, stdio: ["ignore", "pipe", "pipe"] })
    for (const stream of [child.stdout, child.stderr]) stream.on("data", chunk => (said += chunk))
    child.once("error", error => resolve(error.message))
    child.once("close", (code, signal) => resolve(signal ?? code))
  })
  stopProgress()
  if (end === 0) return
  throw Object.assign(new Error(explain(end, said)), { readable: true })
}

/** npm gives its reason first and then, at times, a page of its own usage. */
function explain(end, said) {
  const lines = said.split("\n").map(line => line.replace(/^npm (error|ERR!)/, "").trim())
  const reason = lines
    .filter(line => line !== "" && !line.startsWith("at "))
    .slice(0, 8)
    .map(line => `  ${line}`)
    .join("\n")
  const advice = /EUSAGE/.test(said)
    ? "package.json and package-lock.json must come from the same version: check out a clean copy and run this again."
    : "Check the network (and the proxy, if you have one) and the free space on this disk, then run this again."
  return `npm could not install Countersign's dependencies (${end}). It said:\n${reason}\n${advice}`
}

/** On stderr, so that a command's own output stays clean. */
function showProgress() {
  const line = "Installing dependencies, once"
  if (!process.stderr.isTTY) {
    console.error(`${line}. This takes a few seconds to a minute.`)
    return () => {}
  }
  const start = Date.now()
  const timer = setInterval(() => process.stderr.write(`\r${line}: ${Math.round((Date.now() - start) / 1000)} s `), 250)
  return () => {
    clearInterval(timer)
    process.stderr.write("\r\u001b[2K")
  }
}

function isAlive(pid) {
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    return error.code === "EPERM"
  }
}

function read(path) {
  try {
    return readFileSync(path, "utf8")
  } catch {
    return ""
  }
}
