import { cpSync, readdirSync, readFileSync, symlinkSync, writeFileSync } from "node:fs"
import { dirname, join, relative } from "node:path"
import { pathToFileURL } from "node:url"
import type { Plugin } from "vite"

const root = dirname(import.meta.dirname)
const input = { server: join(root, "src", "main.ts"), cli: join(root, "src", "cli", "main.ts") }

/** Bundles the programs, because tests start them some 150 times, and each start from their 1,100 files takes 0.5 s of CPU longer. */
export async function bundlePrograms(outDir: string) {
  await bundleChanged(outDir, [])
  process.env["TEST_PROGRAMS"] = outDir
}

/** Bundles this version with changes to its source: its programs, or others by their names. */
export const bundleChanged = (outDir: string, changes: readonly SourceChange[], programs: Record<string, string> = input) =>
  bundle(outDir, [changeSource(changes), keepPlaces(root)], programs)

async function bundle(outDir: string, plugins: Plugin[], programs: Record<string, string> = input) {
  const { build } = await import("vite")
  await build({
    root,
    configFile: false,
    logLevel: "error",
    plugins,
    ssr: { noExternal: true },
    build: {
      ssr: true,
      outDir,
      rolldownOptions: { input: programs, output: { entryFileNames: "[name].mjs", chunkFileNames: "[name].mjs" } },
    },
  })
}

export type SourceChange = { path: string; from: string; to: string }

/**
 * Bundles a later version: this one with changes to its source, and with a folder of its own, where the migrations and the number of the
 * version can be changed. Its processes find all other files here.
 */
export async function bundleLaterVersion(folder: string, version: string, changes: readonly SourceChange[]) {
  for (const name of readdirSync(root))
    if (!/^(migrations|package\.json|\.git)$/.test(name)) symlinkSync(join(root, name), join(folder, name))
  cpSync(join(root, "migrations"), join(folder, "migrations"), { recursive: true })
  const manifest = JSON.parse(readFileSync(join(root, "package.json"), "utf8")) as object
  writeFileSync(join(folder, "package.json"), JSON.stringify({ ...manifest, version }))
  const outDir = join(folder, "programs")
  await bundle(outDir, [changeSource(changes), keepPlaces(folder)])
  return { server: join(outDir, "server.mjs"), cli: join(outDir, "cli.mjs"), migrations: join(folder, "migrations") }
}

const changeSource = (changes: readonly SourceChange[]): Plugin => ({
  name: "change the source",
  enforce: "pre",
  transform(code, id) {
    return changes
      .filter(({ path }) => id === join(root, path))
      .reduce((changed, { path, from, to }) => {
        if (!changed.includes(from)) throw new Error(`${path} does not have ${from}`)
        return changed.replace(from, to)
      }, code)
  },
})

/** The bundled program, or its source if a file runs without `npm test`. */
export function programPath(name: keyof typeof input): string {
  const bundled = process.env["TEST_PROGRAMS"]
  return bundled === undefined ? input[name] : join(bundled, `${name}.mjs`)
}

/** A bundled file still finds files beside its source, such as the migrations, in the checkout or in a folder like it. */
const keepPlaces = (folder: string): Plugin => ({
  name: "keep places",
  enforce: "pre",
  transform(code, id) {
    if (!id.startsWith(join(root, "src"))) return
    const place = join(folder, relative(root, id))
    return code
      .replaceAll("import.meta.dirname", JSON.stringify(dirname(place)))
      .replaceAll("import.meta.url", JSON.stringify(pathToFileURL(place).href))
  },
})
