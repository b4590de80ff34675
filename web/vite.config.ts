import { fileURLToPath } from "node:url"
import tailwindcss from "@tailwindcss/vite"
import react from "@vitejs/plugin-react"
import { defineConfig } from "vite"

const path = (relative: string) => fileURLToPath(new URL(relative, import.meta.url))

/** Builds the pages for people into dist/web. `npm start` runs it when a source has changed. */
export default defineConfig({
  root: path("."),
  publicDir: path("public"),
  plugins: [react(), tailwindcss()],
  build: {
    outDir: path("../dist/web"),
    emptyOutDir: true,
    assetsDir: "web",
    target: "baseline-widely-available",
    assetsInlineLimit: 0, // the content security policy forbids data: URLs
    modulePreload: { polyfill: false },
    rolldownOptions: { input: { dashboard: path("index.html") } },
  },
  server: { proxy: { "/v1": "http://localhost:4000", "/sign-in": "http://localhost:4000", "/assets": "http://localhost:4000" } },
})
