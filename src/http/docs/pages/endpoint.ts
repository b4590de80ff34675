import { escape } from "../../../kit/pure/html.ts"
import { type Document, type Endpoint, mediaOf, type Response } from "../../openapi/document.ts"
import { curlOf } from "../../openapi/curl.ts"
import { nameOf, type Schema } from "../../openapi/json-schema.ts"
import { figure, json } from "./code.ts"
import { fieldsTable, type ObjectHomes, objectLink, parametersTable } from "./fields.ts"

/** One operation: its description and parameters at the left, an example request and response at the right. */
export function endpointSection(document: Document, homes: ObjectHomes, method: string, path: string, endpoint: Endpoint): string {
  const { operationId, summary, description, parameters = [], requestBody } = endpoint
  const parametersIn = (location: string) => parameters.filter(each => each.in === location)
  const [status, answer] = successOf(endpoint)
  const body = requestBody?.content["application/json"].schema
  return `<section class="entry" id="${operationId}">
<div>
<h2><a href="#${operationId}">${escape(summary)}</a></h2>
<p class="path"><span class="chip ${method === "GET" ? "info" : "good"}">${method}</span> <code>${breakable(path)}</code></p>
<p>${escape(description.split("\n")[0]!)}</p>
${facts(endpoint)}
${parametersTable("Path", parametersIn("path"))}
${body ? fieldsTable("Body", body, "request", homes) : ""}
${parametersTable("Query", parametersIn("query"))}
${parametersTable("Headers", parametersIn("header"))}
${responsesTable(document, homes, endpoint)}
</div>
<div>
${figure(`the request: ${summary}`, "Request", escape(curlOf(method, path, endpoint)))}
${figure(`the response: ${summary}`, `Response ${status}`, json(mediaOf(answer.content).example))}
</div>
</section>`
}

/** Lets a long path wrap before a slash, and only there. */
const breakable = (path: string) => escape(path).replaceAll("/", "<wbr>/")

function facts(endpoint: Endpoint): string {
  const { "x-permission": permission, "x-effect": effect, "x-tool": tool, security } = endpoint
  const chips = [
    permission ? `Needs <code>${permission}</code>` : security === undefined ? "Any caller" : security.length === 0 ? "Anybody" : "People",
    effects[effect],
    ...(tool ? [`Agents: <code>${tool}</code>`] : []),
  ]
  return `<div class="facts">${chips.map(chip => `<span class="chip">${chip}</span>`).join("")}</div>`
}

const effects: Record<string, string> = { read: "Reads", draft: "Drafts", change: "Changes", money: "Moves money" }

function successOf({ responses }: Endpoint): [status: string, answer: Response] {
  const [status, answer] = Object.entries(responses).find(([each]) => each.startsWith("2"))!
  return [status, answer as Response]
}

function responsesTable({ components }: Document, homes: ObjectHomes, endpoint: Endpoint): string {
  const { responses } = endpoint
  const [status, answer] = successOf(endpoint)
  const errors = Object.entries(responses).filter(([each]) => each !== status)
  const rows = errors.map(([each, response]) => {
    const { "x-codes": codes = [] } = "$ref" in response ? components.responses[nameOf(response.$ref)]! : response
    const links = codes.map(
      code => `<a href="/docs/errors#${code}" title="${escape(components.examples[code]?.summary ?? "")}">${code}</a>`,
    )
    return `<tr><th scope="row">${each}</th><td>${links.join(" ")}</td></tr>`
  })
  const shape = shapeOf(mediaOf(answer.content).schema, homes)
  return `<table class="fields codes"><caption>Responses</caption><tbody>
<tr><th scope="row">${status}</th><td>${shape}</td></tr>
${rows.join("\n")}
</tbody></table>`
}

/** Describes what the response has under `data`: the name of its object, or its fields. */
function shapeOf({ properties = {} }: Schema, homes: ObjectHomes): string {
  const data = properties["data"] ?? {}
  const list = data.items ? data : Object.values(data.properties ?? {}).find(each => properties["hasMore"] && each.items)
  const object = list?.items ?? data
  if (object.$ref) return `${list ? "A page of " : ""}${objectLink(nameOf(object.$ref), homes)}`
  const names = Object.keys(object.properties ?? {}).join(", ")
  return `<code>${escape(names)}</code>`
}
