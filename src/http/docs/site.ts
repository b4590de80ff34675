import type { Operation } from "../../kit/operation/operation.ts"
import type { Application } from "../../kit/operation/slice.ts"
import { type Document, openapi } from "../openapi/document.ts"
import { tagOf } from "../openapi/names.ts"
import { type Guide, guideNames, readGuides } from "./guides.ts"
import { errorsPage } from "./pages/errors.ts"
import { guidePage } from "./pages/guide.ts"
import type { Contents } from "./pages/layout.ts"
import { resourcePath } from "./pages/objects.ts"
import { overviewPage } from "./pages/overview.ts"
import { resourcePages } from "./pages/reference.ts"

/** The sources of the documentation, and its pages in the order of the contents. */
export type Site = { document: Document; guides: Guide[]; contents: Contents }

export function buildSite(application: Application, baseUrl: string): Site {
  const document = openapi(application, baseUrl)
  const guides = readGuides(baseUrl)
  const others: Contents = [{ title: "Guides", pages: guides.map(guidePage) }, ...resourcePages(document, application.chapters, guides)]
  const start = { title: "Start", pages: [overviewPage(document, others), errorsPage(application.errors, document)] }
  return { document, guides, contents: [start, ...others] }
}

/** The addresses of the pages, known without building the site. */
export function pagePaths(operations: readonly Operation[]): string[] {
  const tags = new Set(operations.flatMap(({ route }) => (route ? [tagOf(route)] : [])))
  return ["/docs", "/docs/errors", ...[...tags].map(resourcePath), ...guideNames().map(name => `/docs/guides/${name}`)]
}
