import { escape } from "../../../kit/pure/html.ts"
import { tagline } from "../../about.ts"
import type { Document } from "../../openapi/document.ts"
import { type Chapter, chapters } from "./chapters.ts"
import type { Contents, Page } from "./layout.ts"
import { objectHomes, sharedObjectsPath } from "./objects.ts"
import { objectEntry, objectSection } from "./reference.ts"

/** The first page: what all routes have in common, then where everything else is. */
export function overviewPage(document: Document, others: Contents): Page {
  const all = chapters(document)
  const homes = objectHomes(document)
  const shared = Object.keys(document.components.schemas).filter(name => homes.get(name) === sharedObjectsPath)
  return {
    path: sharedObjectsPath,
    title: "Overview",
    description: tagline,
    sections: [...all.map(({ id, title }) => ({ id, label: title })), { id: "pages", label: "All pages" }, ...shared.map(objectSection)],
    main: () => `<h1>Documentation</h1>
<p class="lead">${tagline}. Only GET and POST are used; bodies are JSON. Also as <a href="/docs/openapi.json">OpenAPI</a>,
<a href="/llms.txt">plain text</a> and an <a href="/docs/server.json">agent registry entry</a>.</p>
${all.map(chapterEntry).join("\n")}
<section class="entry wide" id="pages"><h2>All pages</h2>
${others.map(pageList).join("\n")}</section>
${shared.map(name => objectEntry(document, homes, name)).join("\n")}`,
  }
}

const chapterEntry = ({ id, title, html, example, wide }: Chapter) =>
  `<section class="entry${wide ? " wide" : ""}" id="${id}"><div><h2>${title}</h2>${html}</div><div>${example}</div></section>`

const pageList = ({ title, pages }: Contents[number]) => `<h3>${escape(title)}</h3>
<ul class="pages">${pages.map(pageItem).join("")}</ul>`

const pageItem = ({ path, title, description }: Page) =>
  `<li><a href="${path}">${escape(title)}</a><small>${escape(description)}</small></li>`
