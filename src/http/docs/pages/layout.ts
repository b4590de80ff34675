import { type Html, html } from "../../../kit/pure/html.ts"
import { title, version } from "../../about.ts"
import { brand, type View } from "./shell.ts"

/** A section of a page that the contents link to. `find` has further words for the filter. */
export type Section = { id: string; label: string; verb?: string; find?: string }
/** A page of the documentation, with its main content as HTML. */
export type Page = { path: string; title: string; description: string; sections: Section[]; main(): Html; className?: string }
/** All pages, as the contents group them. */
export type Contents = { title: string; pages: Page[] }[]

/** The layout that all pages of the documentation share: contents at the left, with the sections of the current page, and the page. */
export function renderView(contents: Contents, path: string): View {
  const page = contents.flatMap(({ pages }) => pages).find(each => each.path === path)!
  const body = html`<a class="skip" href="#main">Skip to the page</a>
<div class="reference">
<aside class="side" aria-label="Contents">
${brand(`Documentation, version ${version}`)}
<details id="contents" open><summary>Contents</summary>
<nav aria-label="Documentation">
${contents.map(({ title, pages }) => group(title, pages, page))}
</nav></details>
</aside>
<main class="page ${page.className ?? ""}" id="main">
${page.main()}
</main>
</div>
<p role="status" class="skip"></p>`
  return { title: `${page.title} · ${title}`, description: page.description, script: true, body }
}

const group = (title: string, pages: Page[], current: Page) =>
  html`<section><h2>${title}</h2><ul>${pages.map(page => pageLink(page, page === current))}</ul></section>`

/** The sections of other pages are included because the filter can show them. */
function pageLink({ path, title, sections }: Page, isCurrent: boolean): Html {
  const links = sections.map(section => sectionLink(isCurrent ? "" : path, section))
  const inside = links.length > 0 ? html`<ul${isCurrent ? "" : " hidden"}>${links}</ul>` : ""
  return html`<li><a href="${path}"${isCurrent ? html` aria-current="page"` : ""}>${title}</a>${inside}</li>`
}

function sectionLink(path: string, { id, label, verb, find }: Section): Html {
  const words = find ? html` data-find="${find.toLowerCase()}"` : ""
  return html`<li${words}><a href="${path}#${id}">${label}${verb ? html` <span class="verb">${verb}</span>` : ""}</a></li>`
}
