import { readdirSync, readFileSync } from "node:fs"
import { basename, dirname } from "node:path/posix"
import type { FastifyInstance } from "fastify"
import { config } from "../../kit/service/config.ts"
import type { Application } from "../../kit/operation/slice.ts"
import { templatesOf } from "./error-catalogue.ts"
import { guideNames } from "./guides.ts"
import { llmsText } from "./llms.ts"
import { renderView } from "./pages/layout.ts"
import { renderPage, pageHeaders } from "./pages/shell.ts"
import { buildSite, pagePaths, type Site } from "./site.ts"
import { registryEntry } from "../mcp/registry-entry.ts"
import { serveCached, serveCachedFolder } from "../static/files.ts"

/** The documentation for people and agents, generated from the operations, the error catalogue and docs/guides. */
export function addDocsRoutes(app: FastifyInstance, application: Application) {
  let built: Site | undefined
  const site = () => (built ??= buildSite(application, config.BASE_URL)) // on the first request, because it takes most of a second
  const page = (path: string) => ({ headers: pageHeaders, render: () => renderPage(renderView(site().contents, path)) })
  const serve = (url: string, headers: Record<string, string>, render: () => string | Buffer) => serveCached(app, url, { headers, render })

  const paths = pagePaths(application.operations)
  serveCached(app, "/docs", page("/docs"))
  for (const folder of ["/docs", "/docs/guides"])
    serveCachedFolder(
      app,
      folder,
      paths.filter(path => dirname(path) === folder).map(path => basename(path)),
      name => page(`${folder}/${name}`),
    )
  for (const name of guideNames())
    serve(`/docs/guides/${name}.md`, markdownHeaders, () => site().guides.find(each => each.name === name)!.source)
  serveCachedFolder(app, "/docs/images", imageNames(), name => ({ headers: imageHeaders, render: () => readImage(name) }))
  for (const url of ["/llms.txt", "/docs/llms.txt"]) serve(url, textHeaders, () => llmsText(site().document, site().guides))
  serve("/docs/openapi.json", jsonHeaders, () => JSON.stringify(site().document))
  serve("/docs/errors.json", jsonHeaders, () => JSON.stringify(templatesOf(application.errors)))
  serve("/docs/server.json", jsonHeaders, () => JSON.stringify(registryEntry(), null, 2))
}

const images = new URL("../../../docs/images/", import.meta.url)
const imageNames = () => readdirSync(images).filter(name => name.endsWith(".png"))
const readImage = (name: string) => readFileSync(new URL(name, images))

/** Public content, so tools on other origins may read it. */
const crossOrigin = { "access-control-allow-origin": "*", "cross-origin-resource-policy": "cross-origin" }
const jsonHeaders = { ...crossOrigin, "content-type": "application/json; charset=utf-8" }
const imageHeaders = { "content-type": "image/png" }
const textHeaders = { ...crossOrigin, "content-type": "text/plain; charset=utf-8" }
const markdownHeaders = { ...crossOrigin, "content-type": "text/markdown; charset=utf-8" }
