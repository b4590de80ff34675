import { readFileSync } from "node:fs"
import type { FastifyInstance } from "fastify"
import { providers } from "../rates/providers.ts"
import { serve } from "./serve.ts"

const folder = new URL("pages/assets/", import.meta.url)
const styles = ["tokens", "ground", "reference", "code", "plain", "narrow"]

/** Registries, agents and web shops show logos on pages of their own. */
const anywhere = { "cross-origin-resource-policy": "cross-origin" }

/** What the pages are dressed with. */
export function assets(app: FastifyInstance) {
  serve(app, "/assets/site.css", {
    headers: { "content-type": "text/css; charset=utf-8" },
    make: () => styles.map(name => read(`${name}.css`).toString()).join("\n"),
  })
  serve(app, "/assets/site.js", { headers: { "content-type": "text/javascript; charset=utf-8" }, make: () => read("site.js") })
  serve(app, "/assets/widgets.js", {
    headers: { "content-type": "text/javascript; charset=utf-8", "access-control-allow-origin": "*", ...anywhere },
    make: () => read("widgets.js"),
  })
  serve(app, "/assets/logo.svg", { headers: { "content-type": "image/svg+xml", ...anywhere }, make: () => read("logo.svg") })
  serve(app, "/assets/logo-96.png", { headers: { "content-type": "image/png", ...anywhere }, make: () => read("logo-96.png") })
  for (const { id } of providers.filter(({ hasLogo }) => hasLogo))
    for (const [ending, type] of Object.entries({ svg: "image/svg+xml", png: "image/png" })) {
      const path = `providers/${id}.${ending}`
      serve(app, `/assets/${path}`, { headers: { "content-type": type, ...anywhere }, make: () => read(path) })
    }
}

const read = (name: string) => readFileSync(new URL(name, folder))
