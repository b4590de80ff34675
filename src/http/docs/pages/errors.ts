import { type Html, html, joined } from "../../../kit/pure/html.ts"
import type { ErrorFamily } from "../../../kit/pure/problem.ts"
import type { Document } from "../../openapi/document.ts"
import { type CatalogueEntry, type CatalogueFamily, catalogueOf } from "../error-catalogue.ts"
import { fieldsTable } from "./fields.ts"
import type { Page, Section } from "./layout.ts"

/** Every error code by family; each has an anchor to link to. */
export function errorsPage(families: readonly ErrorFamily[], { components }: Document): Page {
  const all = catalogueOf(families)
  return {
    path: "/docs/errors",
    title: "Errors",
    description: "Every error code, what it means and what to do",
    sections: all.map(familySection),
    className: "errors",
    main: () => html`<h1>Errors</h1>
<p class="lead">A failure has the single key <code>error</code>. Its code is stable and never reused; its message says what to do, and
<code>docUrl</code> leads to its entry here. Words in braces stand for values, which are also in <code>details</code>.</p>
${fieldsTable("Fields of error", components.schemas["Error"]!.properties!["error"]!, "response", new Map())}
${all.map(familyEntry)}`,
  }
}

const familySection = ({ letters, title, entries }: CatalogueFamily): Section => ({
  id: letters,
  label: title,
  verb: letters,
  find: entries.map(({ code }) => code).join(" "),
})

function familyEntry({ letters, title, about, entries }: CatalogueFamily): Html {
  return html`<section class="part" id="${letters}"><h2>${title}</h2>
<p class="about">${about.split("`").map((part, i) => (i % 2 === 0 ? part : html`<code>${part}</code>`))}</p>
<table class="fields"><tbody>
${entries.map(row)}
</tbody></table></section>`
}

function row({ code, status, sentence, retryable, agentCode }: CatalogueEntry): Html {
  const more = [
    ...(retryable ? ["The same request may succeed later."] : []),
    ...(agentCode ? [html`Agents get <code>${agentCode}</code>.`] : []),
  ]
  const below = more.length > 0 ? html`<br><small>${joined(more, " ")}</small>` : ""
  return html`<tr id="${code}"><th scope="row"><a href="#${code}"><code>${code}</code></a></th><td>${sentence}${below}</td>
<td><span class="chip ${status >= 500 ? "bad" : ""}">${status}</span></td></tr>`
}
