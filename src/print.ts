import { mkdirSync, readFileSync, writeFileSync } from "node:fs"
import { dirname, join } from "node:path"
import { operations } from "./app.ts"
import { errorsMarkdown } from "./http/errors-markdown.ts"
import { openapi } from "./http/openapi.ts"

const root = dirname(import.meta.dirname)

/** The documents that are printed from the code and kept beside it, so that a change of the interface shows in its review. */
export function printed(): Record<string, string> {
  return {
    "docs/openapi.json": `${JSON.stringify(openapi(operations, "http://localhost:4000"), null, 2)}\n`,
    "docs/errors.md": errorsMarkdown(),
  }
}

/** Those that no longer say what the code says. */
export function stale(): string[] {
  return Object.entries(printed()).flatMap(([path, text]) => (read(path) === text ? [] : [path]))
}

function read(path: string): string | undefined {
  try {
    return readFileSync(join(root, path), "utf8")
  } catch {
    return undefined
  }
}

function write() {
  for (const [path, text] of Object.entries(printed())) {
    mkdirSync(dirname(join(root, path)), { recursive: true })
    writeFileSync(join(root, path), text)
    console.log(`printed ${path}`)
  }
}

function check() {
  const paths = stale()
  for (const path of paths) console.error(`${path} does not match the code. Run \`npm run print\` and commit it.`)
  if (paths.length > 0) process.exitCode = 1
}

if (import.meta.main) {
  if (process.argv.includes("--check")) check()
  else write()
}
