import { escape } from "../../mails/letter.ts"
import { title } from "../about.ts"
import { entriesByFamily, type Entry } from "../errors-markdown.ts"
import { families } from "../families.ts"
import { brand, type View } from "./shell.ts"

/** Every code there is, by family; each can be linked to. */
export function errorsPage(): View {
  const all = [...entriesByFamily()]
  const body = `<a class="skip" href="#main">Skip to the errors</a>
<div class="reference">
<aside class="side" aria-label="Contents">
${brand("Errors")}
<details id="contents" open><summary>Contents</summary>
<nav aria-label="Errors">
<section><h2>Families</h2><ul>${all.map(([family, entries]) => familyLink(family, entries)).join("")}</ul></section>
</nav></details>
</aside>
<main class="page errors" id="main">
<h1>Errors</h1>
<p class="lead">A failure has the single key <code>error</code>. Its code is stable and a number is never reused; its message says
what to do. Words in braces stand for values, which are also in <code>details</code>. Back to the <a href="/docs">reference</a>.</p>
${all.map(([family, entries]) => familySection(family, entries)).join("\n")}
</main>
</div>
<p role="status" class="skip"></p>`
  return { title: `${title} errors`, description: "Every error code, what it means and what to do", script: true, body }
}

function familyLink(family: string, entries: Entry[]): string {
  const { title } = families[family]!
  const find = [title, family, ...entries.flatMap(({ code, sentence }) => [code, sentence])].join(" ").toLowerCase()
  return `<li data-find="${escape(find)}"><a href="#${family}">${title} <span class="verb">${family}</span></a></li>`
}

function familySection(family: string, entries: Entry[]): string {
  const { title, about } = families[family]!
  return `<section class="part" id="${family}"><h2>${title}</h2>
<p class="about">${escape(about).replaceAll(/`(\w+)`/g, "<code>$1</code>")}</p>
<table class="fields"><tbody>
${entries.map(row).join("\n")}
</tbody></table></section>`
}

function row({ code, status, sentence, retryable, agentCode }: Entry): string {
  const more = [
    ...(retryable ? ["May succeed when it is repeated as it is."] : []),
    ...(agentCode ? [`Agents read <code>${agentCode}</code>.`] : []),
  ]
  const below = more.length > 0 ? `<br><small>${more.join(" ")}</small>` : ""
  return `<tr id="${code}"><th scope="row"><a href="#${code}"><code>${code}</code></a></th><td>${escape(sentence)}${below}</td>
<td><span class="chip ${status >= 500 ? "bad" : ""}">${status}</span></td></tr>`
}
