import type { FastifyInstance } from "fastify"
import { config } from "../../kit/service/config.ts"
import type { Application } from "../../kit/operation/slice.ts"
import { llmsText } from "./llms.ts"
import { type Document, openapi } from "../openapi/document.ts"
import { errorsPage } from "./pages/errors.ts"
import { homePage } from "./pages/home.ts"
import { referencePage } from "./pages/reference.ts"
import { renderPage, pageHeaders, type View } from "./pages/shell.ts"
import { registryEntry } from "../mcp/registry-entry.ts"
import { serveCached } from "../static/files.ts"

/** The documentation for people and agents, generated from the operations and the error catalogue. */
export function addDocsRoutes(app: FastifyInstance, application: Application) {
  let cached: Document | undefined
  const document = () => (cached ??= openapi(application, config.BASE_URL))
  const servePage = (url: string, view: () => View) => serveCached(app, url, { headers: pageHeaders, render: () => renderPage(view()) })

  servePage("/", homePage)
  servePage("/docs", () => referencePage(document()))
  servePage("/docs/errors", () => errorsPage(application.errors))
  serveCached(app, "/docs/openapi.json", { headers: jsonHeaders, render: () => JSON.stringify(document()) })
  serveCached(app, "/docs/server.json", { headers: jsonHeaders, render: () => JSON.stringify(registryEntry(), null, 2) })
  serveCached(app, "/docs/llms.txt", {
    headers: { ...crossOrigin, "content-type": "text/plain; charset=utf-8" },
    render: () => llmsText(document()),
  })
}

/** Public content, so tools on other origins may read it. */
const crossOrigin = { "access-control-allow-origin": "*", "cross-origin-resource-policy": "cross-origin" }
const jsonHeaders = { ...crossOrigin, "content-type": "application/json; charset=utf-8" }
