// Imported before anything else by the process that tests a mutation: puts the mistake into the file while it is loaded.
import { readFileSync } from "node:fs"
import { registerHooks } from "node:module"
import { join } from "node:path"
import { fileURLToPath, pathToFileURL } from "node:url"
import type { SourceChange } from "../test/programs.ts"

const { path, from, to } = JSON.parse(process.env["MUTATION"]!) as SourceChange
const mutated = pathToFileURL(join(import.meta.dirname, "..", path)).href

registerHooks({
  load(address, context, next) {
    if (address !== mutated) return next(address, context)
    const source = readFileSync(fileURLToPath(address), "utf8").replace(from, () => to)
    return { format: "module-typescript", source, shortCircuit: true }
  },
})
