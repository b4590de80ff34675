import { fileURLToPath } from "node:url"
import tailwindcss from "@tailwindcss/vite"
import react from "@vitejs/plugin-react"
import { defineConfig, type Plugin, runnerImport } from "vite"
import { textHash } from "./lib/text-hash.ts"

const path = (relative: string) => fileURLToPath(new URL(relative, import.meta.url))

/**
 * One file with the code of every page, one with the code that the overview shares with other pages, and one with the code that only other
 * pages share: with the bundler's own splitting a page loads fifty files. Most people begin on the overview, so it loads little else.
 */
const first = { name: "dashboard", tags: ["$initial" as const] }
const shared = {
  name: (id: string, modules: Modules) => (isPartOf(path("pages/overview.tsx"), id, modules) ? "overview-shared" : "shared"),
  minShareCount: 2,
}

type Modules = { getModuleInfo(id: string): { importers: readonly string[] } | null }

/** Their index files import all of their parts, so that every page would seem to load menus. */
const popups = /node_modules\/@(base-ui|floating-ui)\//

/** Whether a page loads a module with its own script, and not later. */
function isPartOf(page: string, id: string, modules: Modules, seen = new Set<string>()): boolean {
  if (id === page) return true
  if (seen.has(id) || popups.test(id)) return false
  seen.add(id)
  return modules.getModuleInfo(id)?.importers.some(importer => isPartOf(page, importer, modules, seen)) ?? false
}

/**
 * The service answers the addresses of web/app.ts with the dashboard. It can't read that file, so the build writes the addresses to a file.
 */
const addressList: Plugin = {
  name: "addresses",
  apply: "build",
  async generateBundle() {
    const { module } = await runnerImport<typeof import("./app.ts")>(path("app.ts"), { configFile: false })
    this.emitFile({ type: "asset", fileName: "addresses.json", source: JSON.stringify(module.addresses()) })
  },
}

/** The browser gets a catalogue by the hashes of the English texts, which is two thirds of its size. */
const shortCatalogues: Plugin = {
  name: "short catalogues",
  enforce: "pre",
  transform(code, id) {
    if (!id.startsWith(path("languages/"))) return undefined
    const texts = JSON.parse(code) as Record<string, string>
    return JSON.stringify(Object.fromEntries(Object.entries(texts).map(([english, text]) => [textHash(english), text])))
  },
}

/** Builds the pages for people into dist/web. `npm start` runs it when a source has changed. */
export default defineConfig({
  root: path("."),
  publicDir: path("public"),
  json: { stringify: true, namedExports: false }, // a catalogue is read as a whole
  plugins: [react(), tailwindcss(), shortCatalogues, addressList],
  build: {
    outDir: path("../dist/web"),
    emptyOutDir: true,
    assetsDir: "web",
    target: "baseline-widely-available",
    assetsInlineLimit: 0, // the content security policy forbids data: URLs
    modulePreload: { polyfill: false },
    chunkSizeWarningLimit: 700, // in kB, of which gzip leaves a third
    rolldownOptions: {
      input: { dashboard: path("index.html") },
      output: { codeSplitting: { groups: [first, shared] } },
    },
  },
  server: { proxy: Object.fromEntries(["/v1", "/sign-in", "/assets", "/docs"].map(each => [each, "http://localhost:4000"])) },
})
