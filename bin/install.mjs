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
const lockfileHash = createHash("sha256").update(lockfile).digest("hex")

/** npm itself waits five minutes for a registry that does not answer. A slow proxy or a cold mirror may take more than one minute. */
const maxSilenceMs = 120_000
/** How often a start without a terminal says what it waits for. */
const noticeMs = 10_000

/** Installs the packages of package-lock.json; for the service, without those for development. Needs the network if one is missing. */
export async function install(command) {
  const withDev = ["test", "check", "bench", "dev", "print"].includes(command)
  if (isInstalled(withDev)) return
  const rootHash = createHash("sha256").update(root).digest("hex").slice(0, 16)
  const lock = join(tmpdir(), `countersign-install-${process.getuid?.()}-${rootHash}`)
  await waitForLock(lock)
  try {
    if (isInstalled(withDev)) return
    const includesDev = withDev || readStamp().scope === "all" // an upgrade keeps the development packages
    // `npm ci` begins by deleting everything; `npm install` only adds, so that the service still runs if the network is missing.
    const npmCommand = isInstalled(false) ? ["install", "--no-save"] : ["ci"]
    await runNpm([...npmCommand, includesDev ? "--include=dev" : "--omit=dev"])
    writeFileSync(stamp, `${lockfileHash} ${includesDev ? "all" : "production"}\n`)
  } finally {
    rmSync(lock, { recursive: true, force: true })
  }
}

/** What was installed last: the hash of the lockfile, and whether the development packages are included. */
function readStamp() {
  const [hash, scope] = read(stamp).trim().split(" ")
  return { hash, scope }
}

function isInstalled(withDev) {
  const { hash, scope } = readStamp()
  if (hash === lockfileHash && (scope === "all" || !withDev)) return true
  return hash === "" && isInstalledByNpm(withDev)
}

/** When npm was run by hand, compares npm's list of installed packages with the lockfile. */
function isInstalledByNpm(withDev) {
  const installed = JSON.parse(read(join(root, "node_modules", ".package-lock.json")) || '{"packages":{}}').packages
  return Object.entries(JSON.parse(lockfile).packages).every(([path, { version, dev, optional, devOptional }]) => {
    if (path === "") return true
    const mayBeMissing = optional || ((dev || devOptional) && !withDev)
    return installed[path] ? installed[path].version === version : mayBeMissing
  })
}

async function waitForLock(lock) {
  let stopProgress = () => {}
  for (let i = 0; !acquireLock(lock); i++) {
    if (i === 0)
      stopProgress = showProgress(() => `Waiting for another process (${read(join(lock, "pid"))}), which installs the same packages`)
    await sleep(500)
  }
  stopProgress()
}

/** Only one process can create the lock directory. A lock whose process has died is discarded. */
function acquireLock(lock) {
  try {
    mkdirSync(lock)
    writeFileSync(join(lock, "pid"), String(process.pid))
    return true
  } catch (error) {
    if (error.code !== "EEXIST") throw error
  }
  const pid = read(join(lock, "pid"))
  const ageMs = Date.now() - (statSync(lock, { throwIfNoEntry: false })?.mtimeMs ?? Date.now())
  if (pid ? !isAlive(Number(pid)) : ageMs > 10_000) discardLock(lock, pid)
  return false
}

/** Two processes may find the same dead lock. Only one can move it; a process that moved a new lock by mistake puts it back. */
function discardLock(lock, pid) {
  const aside = `${lock}-${process.pid}`
  try {
    renameSync(lock, aside)
    if (read(join(aside, "pid")) !== pid) renameSync(aside, lock)
    else rmSync(aside, { recursive: true, force: true })
  } catch {
    // Another process discarded it first; the next attempt shows who holds the lock.
  }
}

async function runNpm(command) {
  const { npm_execpath: npm = "" } = process.env
  const [program, ...first] = basename(npm) === "npm-cli.js" ? [process.execPath, npm] : ["npm"]
  const retries = ["--fetch-retries=2", "--fetch-retry-mintimeout=500", "--fetch-retry-maxtimeout=2000"]
  const quiet = ["--no-audit", "--no-fund", "--update-notifier=false", "--color=false", "--loglevel=http"]
  let output = ""
  const hasAnswer = () => /^npm http (fetch \w+ \d{3}|cache) /m.test(output) // npm logs every response, and attempts without one
  if (!process.stderr.isTTY) console.error("Installing dependencies. This takes a few seconds to a minute.")
  const stopProgress = showProgress(
    () => (hasAnswer() ? "Waiting for npm to install the packages" : waitsForRegistry),
    () => (hasAnswer() ? undefined : maxSilenceMs),
  )
  let isSilent = false
  const result = await new Promise(resolve => {
    const child = spawn(program, [...first, ...command, "--include=optional", ...retries, ...quiet], {
      cwd: root,
      stdio: ["ignore", "pipe", "pipe"],
    })
    const timer = setTimeout(() => {
      isSilent = !hasAnswer()
      if (isSilent) child.kill("SIGKILL") // at SIGTERM npm would finish its requests first
    }, maxSilenceMs)
    for (const stream of [child.stdout, child.stderr]) stream.on("data", chunk => (output += chunk))
    child.once("error", error => resolve(error.message))
    child.once("close", (code, signal) => {
      clearTimeout(timer)
      resolve(signal ?? code)
    })
  })
  stopProgress()
  if (result === 0) return
  throw Object.assign(new Error(explainFailure(result, output, isSilent)), { readable: true })
}

function explainFailure(result, output, isSilent) {
  const failed = isSilent ? "http fetch .* failed with" : "(?:error|ERR!) (?:code|errno)"
  const [, code] = new RegExp(`^npm ${failed} (${networkCodes.join("|")})$`, "m").exec(output) ?? []
  if (code !== undefined || isSilent) return explainNoNetwork(code ?? `no answer within ${maxSilenceMs / 1000} seconds`)
  const advice = /EUSAGE/.test(output)
    ? "package.json and package-lock.json must come from the same version: check out a clean copy and try again."
    : "Check the network, the proxy and the free disk space, then try again."
  return `npm could not install the dependencies (${result}):\n${reasonIn(output)}\n${advice}`
}

const networkCodes = `ENOTFOUND EAI_AGAIN ECONNREFUSED ECONNRESET ECONNABORTED ETIMEDOUT ENETUNREACH EHOSTUNREACH
  ERR_SOCKET_TIMEOUT ECONNECTIONTIMEOUT EIDLETIMEOUT ERESPONSETIMEOUT`.split(/\s+/)

const explainNoNetwork = reason =>
  `Countersign can't download the packages it needs, because npm's registry can't be reached (${reason}). ` +
  "Check the network and npm's settings for proxy and registry, then try again; once they are installed it starts without a network."

/** npm prints its reason first and sometimes its usage after it, so only the first lines are kept. */
function reasonIn(output) {
  const lines = output.split("\n").filter(line => !/^npm (http|warn|notice)\b/i.test(line))
  return lines
    .map(line => line.replace(/^npm (error|ERR!)/, "").trim())
    .filter(line => line !== "" && !line.startsWith("at "))
    .slice(0, 8)
    .map(line => `  ${line}`)
    .join("\n")
}

const { npm_config_registry: registry } = process.env
const waitsForRegistry = `Waiting for npm's registry${registry ? ` (${withoutCredentials(registry)})` : ""} to answer`

/** The address up to the host and port. */
function withoutCredentials(address) {
  try {
    return new URL(address).origin
  } catch {
    return "its address is not valid"
  }
}

/**
 * Shows on stderr what it waits for and for how long, so that a command's own output stays clean: constantly in a terminal, now and then
 * elsewhere. Returns a function that ends it.
 */
function showProgress(describe, maxMs = () => undefined) {
  const start = Date.now()
  const isTerminal = process.stderr.isTTY
  const timer = setInterval(
    () => {
      const max = maxMs()
      const line = `${describe()}: ${Math.round((Date.now() - start) / 1000)} s${max ? ` of at most ${max / 1000} s` : ""}`
      process.stderr.write(isTerminal ? `\r\u001b[2K${line} ` : `${line}.\n`)
    },
    isTerminal ? 250 : noticeMs,
  )
  return () => {
    clearInterval(timer)
    if (isTerminal) process.stderr.write("\r\u001b[2K")
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
