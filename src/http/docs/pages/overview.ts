import { html } from "../../../kit/pure/html.ts"
import { tagline } from "../../about.ts"
import type { Document } from "../../openapi/document.ts"
import { type Chapter, chapters } from "./chapters.ts"
import type { Contents, Page } from "./layout.ts"
import { objectHomes, sharedObjectsPath } from "./objects.ts"
import { objectEntry, objectSection } from "./reference.ts"

/** The first page: what all routes have in common, then links to everything else. */
export function overviewPage(document: Document, others: Contents): Page {
  const all = chapters(document)
  const homes = objectHomes(document)
  const shared = Object.keys(document.components.schemas).filter(name => homes.get(name) === sharedObjectsPath)
  return {
    path: sharedObjectsPath,
    title: "Overview",
    description: tagline,
    sections: [...all.map(({ id, title }) => ({ id, label: title })), { id: "pages", label: "All pages" }, ...shared.map(objectSection)],
    main: () => html`<h1>Documentation</h1>
<p class="lead">${tagline}. Only GET and POST are used; bodies are JSON. Also as <a href="/docs/openapi.json">OpenAPI</a>,
<a href="/llms.txt">plain text</a> and an <a href="/docs/server.json">agent registry entry</a>.</p>
${all.map(chapterEntry)}
<section class="entry wide" id="pages"><h2>All pages</h2>
${others.map(pageList)}</section>
${shared.map(name => objectEntry(document, homes, name))}`,
  }
}

const chapterEntry = ({ id, title, text, example, wide }: Chapter) =>
  html`<section class="entry${wide ? " wide" : ""}" id="${id}"><div><h2>${title}</h2>${text}</div><div>${example}</div></section>`

const pageList = ({ title, pages }: Contents[number]) => html`<h3>${title}</h3>
<ul class="pages">${pages.map(pageItem)}</ul>`

const pageItem = ({ path, title, description }: Page) => html`<li><a href="${path}">${title}</a><small>${description}</small></li>`
