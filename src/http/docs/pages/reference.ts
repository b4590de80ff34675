import { escape } from "../../../platform/mails/template.ts"
import { tagline, title } from "../../about.ts"
import type { Document, Endpoint } from "../../openapi/document.ts"
import { titleOf } from "../../openapi/names.ts"
import { endpointSection } from "./endpoint.ts"
import { fieldsTable } from "./fields.ts"
import { type Chapter, guide } from "./guide.ts"
import { brand, type View } from "./shell.ts"

type Listed = { method: string; path: string; endpoint: Endpoint }
type Group = { tag: string; title: string; endpoints: Listed[] }

/** The reference: the guide, then every operation by resource, then the objects that they return. */
export function referencePage(document: Document): View {
  const groups = groupsOf(document)
  const chapters = guide(document.servers[0]!.url)
  const body = `<a class="skip" href="#main">Skip to the reference</a>
<div class="reference">
<aside class="side" aria-label="Contents">
${brand(`Reference, version ${document.info.version}`)}
<details id="contents" open><summary>Contents</summary>
<nav aria-label="Reference">
${contents(
  "Guide",
  chapters.map(({ id, title }) => link(id, title, "", `guide ${title}`)),
)}
${groups
  .map(({ title, tag, endpoints }) =>
    contents(
      title,
      endpoints.map(each => endpointLink(tag, each)),
    ),
  )
  .join("\n")}
${contents(
  "Objects",
  Object.keys(document.components.schemas).map(name => link(`object-${name}`, name, "", `object ${name}`)),
)}
</nav></details>
</aside>
<main class="page" id="main">
<h1>Reference</h1>
<p class="lead">${tagline}. Only GET and POST are used; bodies are JSON. Also available as <a href="/docs/openapi.json">OpenAPI</a>,
<a href="/docs/llms.txt">plain text</a>, an <a href="/docs/server.json">agent registry entry</a>, and the list of
<a href="/docs/errors">all errors</a>.</p>
<section class="part" id="guide"><h2>Guide</h2>
${chapters.map(chapterSection).join("\n")}
</section>
${groups.map(group => groupSection(document, group)).join("\n")}
<section class="part" id="objects"><h2>Objects</h2>
${objects(document)}
</section>
</main>
</div>
<p role="status" class="skip"></p>`
  return { title: `${title} reference`, description: tagline, script: true, body }
}

function groupsOf({ paths, tags }: Document): Group[] {
  const all = Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, endpoint]) => ({ method: method.toUpperCase(), path, endpoint })),
  )
  return tags.map(({ name }) => ({
    tag: name,
    title: titleOf(name),
    endpoints: all.filter(({ endpoint }) => endpoint.tags.includes(name)),
  }))
}

const contents = (title: string, links: string[]) => `<section><h2>${escape(title)}</h2><ul>${links.join("")}</ul></section>`

const link = (id: string, name: string, verb: string, find: string) =>
  `<li data-find="${escape(find.toLowerCase())}"><a href="#${id}">${escape(name)}${verb && ` <span class="verb">${verb}</span>`}</a></li>`

function endpointLink(tag: string, { method, path, endpoint }: Listed): string {
  const { operationId, summary, "x-permission": permission = "" } = endpoint
  const words = operationId.split(".").slice(tag.split("/").length)
  const name = words.length === 0 ? operationId : words.join(" ")
  return link(
    operationId,
    name.charAt(0).toUpperCase() + name.slice(1),
    method,
    `${method} ${path} ${operationId} ${summary} ${permission}`,
  )
}

const chapterSection = ({ id, title, html, example, wide }: Chapter) =>
  `<section class="entry${wide ? " wide" : ""}" id="${id}"><div><h3>${title}</h3>${html}</div><div>${example}</div></section>`

const groupSection = (document: Document, { tag, title, endpoints }: Group) =>
  `<section class="part" id="tag-${tag}"><h2>${escape(title)}</h2>
${endpoints.map(({ method, path, endpoint }) => endpointSection(document, method, path, endpoint)).join("\n")}
</section>`

function objects({ components }: Document): string {
  return Object.entries(components.schemas)
    .map(([name, schema]) => {
      const table = fieldsTable("Fields", schema, "response")
      return `<section class="entry wide" id="object-${name}"><h3>${name}</h3>${table}</section>`
    })
    .join("\n")
}
