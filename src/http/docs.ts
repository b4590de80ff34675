import type { FastifyInstance } from "fastify"
import { config } from "../kit/config.ts"
import type { Operation } from "../kit/operation.ts"
import { llmsText } from "./llms.ts"
import { type Document, openapi } from "./openapi.ts"
import { errorsPage } from "./pages/errors.ts"
import { homePage } from "./pages/home.ts"
import { referencePage } from "./pages/reference.ts"
import { page, pageHeaders, type View } from "./pages/shell.ts"
import { registryEntry } from "./registry.ts"
import { serve } from "./serve.ts"

/** What a newcomer and an agent read, all of it made from the operations and the catalogue of errors. */
export function docs(app: FastifyInstance, operations: readonly Operation[]) {
  let made: Document | undefined
  const document = () => (made ??= openapi(operations, config.BASE_URL))
  const show = (url: string, view: () => View) => serve(app, url, { headers: pageHeaders, make: () => page(view()) })

  show("/", homePage)
  show("/docs", () => referencePage(document()))
  show("/docs/errors", errorsPage)
  serve(app, "/docs/openapi.json", { headers: asJson, make: () => JSON.stringify(document()) })
  serve(app, "/docs/server.json", { headers: asJson, make: () => JSON.stringify(registryEntry(), null, 2) })
  serve(app, "/docs/llms.txt", { headers: { ...open, "content-type": "text/plain; charset=utf-8" }, make: () => llmsText(document()) })
}

/** Tools on other pages may read what is public anyway. */
const open = { "access-control-allow-origin": "*", "cross-origin-resource-policy": "cross-origin" }
const asJson = { ...open, "content-type": "application/json; charset=utf-8" }
