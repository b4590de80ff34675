import { spawn } from "node:child_process"
import { once } from "node:events"
import { existsSync, globSync, readFileSync, writeFileSync } from "node:fs"
import { fileURLToPath } from "node:url"
import { Fault } from "../kit/service/fault.ts"
import { hashFiles } from "./hash-files.ts"

const root = fileURLToPath(new URL("../../", import.meta.url))
const builder = `${root}node_modules/vite/bin/vite.js`
const stamp = `${root}dist/web/.source`

/** Everything that the pages are made from: their own files, what they share with the service, and the versions of the packages. */
const shared = globSync("src/*/*/{values,turn-rules}.ts", { cwd: root })
const sources = ["web", "sdk/src", "src/kit/pure", ...shared.toSorted(), "package-lock.json"]

/** Builds the pages for people into dist/web, unless they are built from these sources already. */
export async function buildPages(report: (line: string) => void) {
  const hash = hashFiles(root, sources)
  if (existsSync(stamp) && readFileSync(stamp, "utf8") === hash) return
  if (!existsSync(builder)) throw new Fault("The web pages can't be built, because vite is not installed. Run npm install, then try again.")
  report("Building the web pages. This takes a few seconds.")
  const child = spawn(process.execPath, [builder, "build", "--config", "web/vite.config.ts", "--logLevel", "warn"], {
    cwd: root,
    stdio: ["ignore", "pipe", "pipe"],
    env: { ...process.env, NODE_ENV: "production" },
  })
  let output = ""
  for (const stream of [child.stdout, child.stderr]) stream.on("data", chunk => (output += String(chunk)))
  const [code] = (await once(child, "exit")) as [number | null]
  if (code !== 0 && /\b(EROFS|EACCES|EPERM)\b/.test(output))
    throw new Fault(
      `The web pages can't be built, because ${root} is not writable. Run "node bin/countersign.mjs pages" there as its owner.`,
    )
  if (code !== 0) throw new Fault(`The web pages could not be built:\n${output.trim()}`)
  writeFileSync(stamp, hash)
}

if (process.argv[1] === fileURLToPath(import.meta.url))
  await buildPages(console.log).catch((error: unknown) => {
    if (!(error instanceof Fault)) throw error
    console.error(error.message)
    process.exitCode = 1
  })
