import { escape } from "../../../kit/pure/html.ts"
import { title, version } from "../../about.ts"
import { brand, type View } from "./shell.ts"

/** A part of a page that the contents lead to. `find` has more words that the filter finds it by. */
export type Section = { id: string; label: string; verb?: string; find?: string }
/** A page of the documentation, with its main content as HTML. */
export type Page = { path: string; title: string; description: string; sections: Section[]; main(): string; className?: string }
/** All pages, as the contents group them. */
export type Contents = { title: string; pages: Page[] }[]

/** The layout that all pages of the documentation share: contents at the left, with the sections of the current page, and the page. */
export function renderView(contents: Contents, path: string): View {
  const page = contents.flatMap(({ pages }) => pages).find(each => each.path === path)!
  const body = `<a class="skip" href="#main">Skip to the page</a>
<div class="reference">
<aside class="side" aria-label="Contents">
${brand(`Documentation, version ${version}`)}
<details id="contents" open><summary>Contents</summary>
<nav aria-label="Documentation">
${contents.map(({ title, pages }) => group(title, pages, page)).join("\n")}
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
  `<section><h2>${escape(title)}</h2><ul>${pages.map(page => pageLink(page, page === current)).join("")}</ul></section>`

/** The sections of other pages are there for the filter, which shows them. */
function pageLink({ path, title, sections }: Page, isCurrent: boolean): string {
  const links = sections.map(section => sectionLink(isCurrent ? "" : path, section))
  const inside = links.length > 0 ? `<ul${isCurrent ? "" : " hidden"}>${links.join("")}</ul>` : ""
  return `<li><a href="${path}"${isCurrent ? ` aria-current="page"` : ""}>${escape(title)}</a>${inside}</li>`
}

function sectionLink(path: string, { id, label, verb, find }: Section): string {
  const words = find ? ` data-find="${escape(find.toLowerCase())}"` : ""
  return `<li${words}><a href="${path}#${id}">${escape(label)}${verb ? ` <span class="verb">${verb}</span>` : ""}</a></li>`
}
