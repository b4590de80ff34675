import { fileURLToPath } from "node:url"
import tailwindcss from "@tailwindcss/vite"
import react from "@vitejs/plugin-react"
import { defineConfig, type Plugin, runnerImport } from "vite"

const path = (relative: string) => fileURLToPath(new URL(relative, import.meta.url))

/**
 * One file with the code of every page, and one with the code that several pages share: with the bundler's own splitting a page loads fifty
 * files.
 */
const first = { name: "dashboard", tags: ["$initial" as const] }
const shared = { name: "shared", minShareCount: 2 }

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

/** Builds the pages for people into dist/web. `npm start` runs it when a source has changed. */
export default defineConfig({
  root: path("."),
  publicDir: path("public"),
  plugins: [react(), tailwindcss(), addressList],
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
