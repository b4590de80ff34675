import { readFileSync } from "node:fs"
import type { FastifyInstance } from "fastify"
import { providers } from "../../money/rates/providers.ts"
import { serveCached, serveCachedFolder } from "./files.ts"
import { fontRules, readFont, readStyles } from "./styles.ts"

const folder = new URL("assets/", import.meta.url)

/** Registries, agents and web shops show the logos and widgets on other origins. */
const crossOrigin = { "cross-origin-resource-policy": "cross-origin" }

const fontFiles = ["latin", "latin-ext", "greek", "greek-ext", "cyrillic", "cyrillic-ext", "vietnamese"].map(
  subset => `inter-${subset}-wght-normal.woff2`,
)

/** Styles, scripts, fonts and images of the pages. */
export function addAssetRoutes(app: FastifyInstance) {
  serveCached(app, "/assets/site.css", {
    headers: { "content-type": "text/css; charset=utf-8" },
    render: () => fontRules() + readStyles(),
  })
  serveCachedFolder(app, "/assets/fonts", fontFiles, name => ({
    headers: { "content-type": "font/woff2" },
    maxAgeSeconds: 7 * 24 * 60 * 60,
    render: () => readFont(`files/${name}`),
  }))
  serveCached(app, "/assets/site.js", { headers: { "content-type": "text/javascript; charset=utf-8" }, render: () => read("site.js") })
  serveCached(app, "/assets/form.js", { headers: { "content-type": "text/javascript; charset=utf-8" }, render: () => read("form.js") })
  serveCached(app, "/assets/sign-in.js", {
    headers: { "content-type": "text/javascript; charset=utf-8" },
    render: () => read("sign-in.js"),
  })
  serveCached(app, "/assets/portal.js", { headers: { "content-type": "text/javascript; charset=utf-8" }, render: () => read("portal.js") })
  serveCached(app, "/assets/pay.js", { headers: { "content-type": "text/javascript; charset=utf-8" }, render: () => read("pay.js") })
  serveCached(app, "/assets/widgets.js", {
    headers: { "content-type": "text/javascript; charset=utf-8", "access-control-allow-origin": "*", ...crossOrigin },
    render: () =>
      read("widgets.js")
        .toString()
        .replaceAll(/^ *\/\/.*\n/gm, ""), // its comments are for readers of the source
  })
  serveCached(app, "/assets/logo.svg", { headers: { "content-type": "image/svg+xml", ...crossOrigin }, render: () => read("logo.svg") })
  serveCached(app, "/assets/logo-96.png", { headers: { "content-type": "image/png", ...crossOrigin }, render: () => read("logo-96.png") })
  for (const { id } of providers.filter(({ hasLogo }) => hasLogo))
    for (const [extension, type] of Object.entries({ svg: "image/svg+xml", png: "image/png" })) {
      const path = `providers/${id}.${extension}`
      serveCached(app, `/assets/${path}`, { headers: { "content-type": type, ...crossOrigin }, render: () => read(path) })
    }
}

const read = (name: string) => readFileSync(new URL(name, folder))
