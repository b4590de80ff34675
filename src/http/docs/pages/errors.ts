import { escape } from "../../../kit/pure/html.ts"
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
    main: () => `<h1>Errors</h1>
<p class="lead">A failure has the single key <code>error</code>. Its code is stable and never reused; its message says what to do, and
<code>docUrl</code> leads to its entry here. Words in braces stand for values, which are also in <code>details</code>.</p>
${fieldsTable("Fields of error", components.schemas["Error"]!.properties!["error"]!, "response", new Map())}
${all.map(familyEntry).join("\n")}`,
  }
}

const familySection = ({ letters, title, entries }: CatalogueFamily): Section => ({
  id: letters,
  label: title,
  verb: letters,
  find: entries.map(({ code }) => code).join(" "),
})

function familyEntry({ letters, title, about, entries }: CatalogueFamily): string {
  return `<section class="part" id="${letters}"><h2>${title}</h2>
<p class="about">${escape(about).replaceAll(/`(\w+)`/g, "<code>$1</code>")}</p>
<table class="fields"><tbody>
${entries.map(row).join("\n")}
</tbody></table></section>`
}

function row({ code, status, sentence, retryable, agentCode }: CatalogueEntry): string {
  const more = [
    ...(retryable ? ["The same request may succeed later."] : []),
    ...(agentCode ? [`Agents get <code>${agentCode}</code>.`] : []),
  ]
  const below = more.length > 0 ? `<br><small>${more.join(" ")}</small>` : ""
  return `<tr id="${code}"><th scope="row"><a href="#${code}"><code>${code}</code></a></th><td>${escape(sentence)}${below}</td>
<td><span class="chip ${status >= 500 ? "bad" : ""}">${status}</span></td></tr>`
}
