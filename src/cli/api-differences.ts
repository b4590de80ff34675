// Compares docs/openapi.json with the document of the last release: `node src/cli/api-differences.ts` prints what was added, and fails if a
// client of the release would break.
import { readFileSync } from "node:fs"
import { dirname, join } from "node:path"
import { gunzipSync } from "node:zlib"
import { type Document, type Endpoint, mediaOf, sentOf } from "../http/openapi/document.ts"
import type { Parameter } from "../http/openapi/parameters.ts"
import { schemaBreaks } from "./api-breaks.ts"
import { operationsOf } from "./sdk-types.ts"

type Differences = { breaks: string[]; additions: string[] }
type Described = Pick<Document, "paths" | "webhooks" | "components">

/** What clients of the earlier document would miss, and what is new. */
export function differencesOf(before: Described, after: Described): Differences {
  const [old, now] = [before, after].map(each => new Map(operationsOf(each).map(({ route, endpoint }) => [route, endpoint])))
  const [events, newEvents] = [before, after].map(each => Object.keys(each.webhooks))
  const breaks = [...old!].flatMap(([route, endpoint]) => {
    const later = now!.get(route)
    return later ? endpointBreaks(route, endpoint, later, before, after) : [`${route} was removed.`]
  })
  const inEvents = events!.flatMap(name => eventBreaks(name, before, after))
  const additions = [...[...now!.keys()].filter(route => !old!.has(route)), ...newEvents!.filter(name => !events!.includes(name))]
  return { breaks: [...new Set([...breaks, ...inEvents, ...statusBreaks(before, after)])], additions }
}

function endpointBreaks(route: string, old: Endpoint, now: Endpoint, { components: before }: Described, { components: after }: Described) {
  const at = (direction: "sent" | "received", path = `${route}:`) => {
    return { direction, before: before.schemas, after: after.schemas, path, open: new Set<string>() }
  }
  const sent = old.requestBody && now.requestBody && [old.requestBody, now.requestBody].map(({ content }) => sentOf(content).schema)
  const kept = Object.entries(old.responses).flatMap(([status, response]) =>
    "$ref" in response || status >= "300" ? [] : [{ status, response }],
  )
  return [
    ...callerBreaks(route, old, now),
    ...parameterBreaks(route, old.parameters ?? [], now.parameters ?? [], at),
    ...(old.requestBody && !now.requestBody ? [`${route} takes no body any more.`] : []),
    ...(now.requestBody?.required && !old.requestBody?.required ? [`${route} requires a body now.`] : []),
    ...(sent ? schemaBreaks(sent[0]!, sent[1]!, at("sent")) : []),
    ...kept.flatMap(({ status, response }) => {
      const later = now.responses[status]
      if (later === undefined || "$ref" in later) return [`${route} no longer answers ${status}.`]
      const types = Object.keys(response.content).filter(type => !(type in later.content))
      if (types.length > 0) return types.map(type => `${route} no longer answers with ${type}.`)
      return schemaBreaks(mediaOf(response.content).schema, mediaOf(later.content).schema, at("received"))
    }),
  ]
}

function callerBreaks(route: string, old: Endpoint, now: Endpoint): string[] {
  const credentials = ({ security }: Endpoint) => JSON.stringify(security ?? "any")
  const [needed, needs] = [old["x-permission"], now["x-permission"]]
  const [tool, newTool] = [old["x-tool"], now["x-tool"]]
  return [
    ...(needs !== undefined && needs !== needed ? [`${route} needs the permission ${needs} instead of ${needed ?? "none"}.`] : []),
    ...(now.security !== undefined && credentials(old) !== credentials(now) && now.security.length > 0
      ? [`${route} no longer takes every credential that it took.`]
      : []),
    ...(tool !== undefined && tool !== newTool ? [`The tool ${tool} of ${route} was removed.`] : []),
  ]
}

type At = (direction: "sent" | "received", path: string) => Parameters<typeof schemaBreaks>[2]

/** A path parameter keeps its place whatever it is called. */
function parameterBreaks(route: string, old: Parameter[], now: Parameter[], at: At): string[] {
  const isSame = (a: Parameter) => (b: Parameter) => a.in === b.in && a.name === b.name
  const demanded = now.filter(each => each.required && each.in !== "path" && !old.find(isSame(each))?.required)
  const changed = old.flatMap(each => {
    const later = now.find(isSame(each))
    if (!later) return [`${route}: ${each.name} is no longer taken.`]
    return schemaBreaks(each.schema, later.schema, at("sent", `${route}: ${each.name}`))
  })
  return [...changed, ...demanded.map(({ name }) => `${route}: ${name} is required now.`)]
}

function eventBreaks(name: string, before: Described, after: Described): string[] {
  const [old, now] = [before, after].map(({ webhooks }) => webhooks[name]?.post.requestBody.content["application/json"].schema)
  if (!now) return [`The event ${name} was removed.`]
  const schemas = { before: before.components.schemas, after: after.components.schemas }
  return schemaBreaks(old!, now, { direction: "received", ...schemas, path: `event ${name}:`, open: new Set() })
}

/** Clients that do not know a code go by its status. */
function statusBreaks(before: Described, after: Described): string[] {
  const [old, now] = [before, after].map(statusesOf)
  return [...old!].flatMap(([code, status]) => {
    const later = now!.get(code)
    return later === undefined || later === status ? [] : [`The code ${code} has the status ${later} instead of ${status}.`]
  })
}

function statusesOf({ components, ...rest }: Described): Map<string, string> {
  const all = [components.responses, ...operationsOf(rest).map(({ endpoint }) => endpoint.responses)]
  const named = all.flatMap(responses => Object.entries(responses).filter(([status]) => status >= "400"))
  return new Map(named.flatMap(([status, response]) => ("$ref" in response ? [] : (response["x-codes"] ?? []).map(code => [code, status]))))
}

const folder = join(dirname(dirname(import.meta.dirname)), "docs")

/** The document of the last release, which the release command has stored. */
export function lastReleased() {
  const text = gunzipSync(readFileSync(join(folder, "released", "openapi.json.gz"))).toString()
  const document = JSON.parse(text) as Described & Pick<Document, "info">
  return { version: document.info.version, document }
}

/** Sentences that people have looked at, each with the reason why no client breaks. One that is not found any more has to be removed. */
export function unaccepted(breaks: readonly string[], accepted: Readonly<Record<string, string>>): string[] {
  const isOver = Object.keys(accepted).filter(sentence => !breaks.includes(sentence))
  return [
    ...breaks.filter(sentence => !(sentence in accepted)),
    ...isOver.map(sentence => `docs/released/accepted.json names what is no break: ${sentence}`),
  ]
}

const readJson = (path: string): unknown => JSON.parse(readFileSync(join(folder, path), "utf8"))

/** For the notes of a release. */
function describe(additions: readonly string[], accepted: Readonly<Record<string, string>>): string {
  const changes = Object.entries(accepted).map(([sentence, reason]) => `- ${sentence} ${reason}`)
  return [
    ...(additions.length > 0 ? ["New:", additions.map(name => `- \`${name}\``).join("\n")] : []),
    ...(changes.length > 0 ? ["Changed, without breaking a client:", changes.join("\n")] : []),
  ].join("\n\n")
}

if (import.meta.main) {
  const { version, document } = lastReleased()
  const { breaks, additions } = differencesOf(document, readJson("openapi.json") as Described)
  const accepted = readJson("released/accepted.json") as Record<string, string>
  const found = unaccepted(breaks, accepted)
  for (const sentence of found) console.error(`/v1 never breaks, but since ${version}: ${sentence}`)
  if (found.length > 0) process.exitCode = 1
  else console.log(describe(additions, accepted))
}
