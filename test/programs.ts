import { dirname, join } from "node:path"
import { pathToFileURL } from "node:url"
import type { Plugin } from "vite"

const root = dirname(import.meta.dirname)
const input = { server: join(root, "src", "main.ts"), cli: join(root, "src", "cli", "main.ts") }

/** Bundles the programs, because tests start them some 150 times, and each start from their 1,100 files takes 0.5 s of CPU longer. */
export async function bundlePrograms(outDir: string) {
  const { build } = await import("vite")
  await build({
    root,
    configFile: false,
    logLevel: "error",
    plugins: [keepPlaces],
    ssr: { noExternal: true },
    build: { ssr: true, outDir, rolldownOptions: { input, output: { entryFileNames: "[name].mjs", chunkFileNames: "[name].mjs" } } },
  })
  process.env["TEST_PROGRAMS"] = outDir
}

/** The bundled program, or its source if a file runs without `npm test`. */
export function programPath(name: keyof typeof input): string {
  const bundled = process.env["TEST_PROGRAMS"]
  return bundled === undefined ? input[name] : join(bundled, `${name}.mjs`)
}

/** A bundled file still finds files beside its source, such as the migrations. */
const keepPlaces: Plugin = {
  name: "keep places",
  enforce: "pre",
  transform(code, id) {
    if (!id.startsWith(join(root, "src"))) return
    return code
      .replaceAll("import.meta.dirname", JSON.stringify(dirname(id)))
      .replaceAll("import.meta.url", JSON.stringify(pathToFileURL(id).href))
  },
}
