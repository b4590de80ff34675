import { escape } from "../../../platform/mails/template.ts"
import { title } from "../../about.ts"
import type { ErrorFamily } from "../../../kit/pure/problem.ts"
import { type CatalogueEntry, type CatalogueFamily, catalogueOf } from "../error-catalogue.ts"
import { brand, type View } from "./shell.ts"

/** Every error code by family; each has an anchor to link to. */
export function errorsPage(families: readonly ErrorFamily[]): View {
  const all = catalogueOf(families)
  const body = `<a class="skip" href="#main">Skip to the errors</a>
<div class="reference">
<aside class="side" aria-label="Contents">
${brand("Errors")}
<details id="contents" open><summary>Contents</summary>
<nav aria-label="Errors">
<section><h2>Families</h2><ul>${all.map(familyLink).join("")}</ul></section>
</nav></details>
</aside>
<main class="page errors" id="main">
<h1>Errors</h1>
<p class="lead">A failure has the single key <code>error</code>. Its code is stable and never reused; its message says what to do.
Words in braces stand for values, which are also in <code>details</code>. Back to the <a href="/docs">reference</a>.</p>
${all.map(familySection).join("\n")}
</main>
</div>
<p role="status" class="skip"></p>`
  return { title: `${title} errors`, description: "Every error code, what it means and what to do", script: true, body }
}

function familyLink({ letters, title, entries }: CatalogueFamily): string {
  const find = [title, letters, ...entries.flatMap(({ code, sentence }) => [code, sentence])].join(" ").toLowerCase()
  return `<li data-find="${escape(find)}"><a href="#${letters}">${title} <span class="verb">${letters}</span></a></li>`
}

function familySection({ letters, title, about, entries }: CatalogueFamily): string {
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
