import { type Chapter, type Chapters, parts } from "../../../kit/operation/chapter.ts"
import { type Html, html, joined } from "../../../kit/pure/html.ts"
import type { Document, Endpoint } from "../../openapi/document.ts"
import { titleOf } from "../../openapi/names.ts"
import type { Guide } from "../guides.ts"
import { endpointSection } from "./endpoint.ts"
import { fieldsTable } from "./fields.ts"
import type { Contents, Page, Section } from "./layout.ts"
import { objectHomes, resourcePath } from "./objects.ts"

type Listed = { method: string; path: string; endpoint: Endpoint }

/** One page for each resource, part by part: its operations, then the objects that they return. */
export function resourcePages(document: Document, chapters: Chapters, guides: Guide[]): Contents {
  const listed = Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, endpoint]) => ({ method: method.toUpperCase(), path, endpoint })),
  )
  const homes = objectHomes(document)
  const pageOf = (tag: string, chapter: Chapter) =>
    resourcePage(document, tag, { chapter, listed: listed.filter(({ endpoint }) => endpoint.tags.includes(tag)), homes, guides })
  return parts.map(part => ({
    title: part,
    pages: document.tags.flatMap(({ name }) => (chapters[name]?.part === part ? [pageOf(name, chapters[name])] : [])),
  }))
}

type Parts = { chapter: Chapter; listed: Listed[]; homes: Map<string, string>; guides: Guide[] }

function resourcePage(document: Document, tag: string, { chapter, listed, homes, guides }: Parts): Page {
  const path = resourcePath(tag)
  const title = titleOf(tag)
  const { about } = chapter
  const objects = Object.keys(document.components.schemas).filter(name => homes.get(name) === path)
  return {
    path,
    title,
    description: about,
    sections: [...listed.map(sectionOf), ...objects.map(objectSection)],
    main: () => html`<h1>${title}</h1>
<p class="lead">${about} ${guideLinks(chapter, guides)}</p>
${listed.map(each => endpointSection(document, homes, each.method, each.path, each.endpoint))}
${objects.map(name => objectEntry(document, homes, name))}`,
  }
}

function sectionOf({ method, path, endpoint }: Listed): Section {
  const { operationId, summary, description, "x-permission": permission = "", "x-tool": tool = "" } = endpoint
  const find = [method, path, operationId, description.split("\n")[0], permission, tool].filter(Boolean).join(" ")
  return { id: operationId, label: summary, verb: method, find }
}

export const objectSection = (name: string): Section => ({ id: `object-${name}`, label: `The ${name} object`, find: name })

export const objectEntry = (document: Document, homes: Map<string, string>, name: string) =>
  html`<section class="entry wide" id="object-${name}"><h2>The ${name} object</h2>
${fieldsTable("Fields", document.components.schemas[name]!, "response", homes)}</section>`

function guideLinks(chapter: Chapter, guides: Guide[]): Html | "" {
  const named = guides.filter(({ name }) => chapter.guides?.includes(name))
  if (named.length === 0) return ""
  const links = named.map(({ name, title }) => html`<a href="/docs/guides/${name}">${title}</a>`)
  return html`${links.length === 1 ? "Guide" : "Guides"}: ${joined(links, ", ")}.`
}
