import { type Html, html, joined, nothing } from "../../../kit/pure/html.ts"
import { type Document, type Endpoint, mediaOf, type Response, sentOf } from "../../openapi/document.ts"
import { curlOf } from "../../openapi/curl.ts"
import { nameOf, type Schema } from "../../openapi/json-schema.ts"
import { figure, json } from "./code.ts"
import { fieldsTable, type ObjectHomes, objectLink, parametersTable } from "./fields.ts"

/** One operation: its description and parameters at the left, an example request and response at the right. */
export function endpointSection(document: Document, homes: ObjectHomes, method: string, path: string, endpoint: Endpoint): Html {
  const { operationId, summary, description, parameters = [], requestBody } = endpoint
  const parametersIn = (location: string) => parameters.filter(each => each.in === location)
  const [status, answer] = successOf(endpoint)
  const body = requestBody && sentOf(requestBody.content).schema
  const { example } = mediaOf(answer.content) // a file has none
  return html`<section class="entry" id="${operationId}">
<div>
<h2><a href="#${operationId}">${summary}</a></h2>
<p class="path"><span class="chip ${method === "GET" ? "info" : "good"}">${method}</span> <code>${breakable(path)}</code></p>
<p>${description.split("\n")[0]!}</p>
${facts(endpoint)}
${parametersTable("Path", parametersIn("path"))}
${body ? fieldsTable("Body", body, "request", homes) : ""}
${parametersTable("Query", parametersIn("query"))}
${parametersTable("Headers", parametersIn("header"))}
${responsesTable(document, homes, endpoint)}
</div>
<div>
${figure(`the request: ${summary}`, "Request", curlOf(method, path, endpoint))}
${example === undefined ? nothing : figure(`the response: ${summary}`, `Response ${status}`, json(example))}
</div>
</section>`
}

/** Lets a long path wrap before a slash, and only there. */
const breakable = (path: string) => joined(path.split("/"), html`<wbr>/`)

function facts(endpoint: Endpoint): Html {
  const { "x-permission": permission, "x-effect": effect, "x-tool": tool, security } = endpoint
  const chips = [
    permission
      ? html`Needs <code>${permission}</code>`
      : security === undefined
        ? "Any caller"
        : security.length === 0
          ? "Anybody"
          : "People",
    effects[effect],
    ...(tool ? [html`Agents: <code>${tool}</code>`] : []),
  ]
  return html`<div class="facts">${chips.map(chip => html`<span class="chip">${chip}</span>`)}</div>`
}

const effects: Record<string, string> = { read: "Reads", draft: "Drafts", change: "Changes", money: "Moves money" }

function successOf({ responses }: Endpoint): [status: string, answer: Response] {
  const [status, answer] = Object.entries(responses).find(([each]) => each.startsWith("2"))!
  return [status, answer as Response]
}

function responsesTable({ components }: Document, homes: ObjectHomes, endpoint: Endpoint): Html {
  const { responses } = endpoint
  const [status, answer] = successOf(endpoint)
  const errors = Object.entries(responses).filter(([each]) => each !== status)
  const rows = errors.map(([each, response]) => {
    const { "x-codes": codes = [] } = "$ref" in response ? components.responses[nameOf(response.$ref)]! : response
    const links = codes.map(code => html`<a href="/docs/errors#${code}" title="${components.examples[code]?.summary ?? ""}">${code}</a>`)
    return html`<tr><th scope="row">${each}</th><td>${joined(links, " ")}</td></tr>`
  })
  const shape = shapeOf(mediaOf(answer.content).schema, homes)
  return html`<table class="fields codes"><caption>Responses</caption><tbody>
<tr><th scope="row">${status}</th><td>${shape}</td></tr>
${rows}
</tbody></table>`
}

/** Describes what the response has under `data`: the name of its object, or its fields. */
function shapeOf({ properties = {} }: Schema, homes: ObjectHomes): Html {
  const data = properties["data"] ?? {}
  const list = data.items ? data : Object.values(data.properties ?? {}).find(each => properties["hasMore"] && each.items)
  const object = list?.items ?? data
  if (object.$ref) return html`${list ? "A page of " : ""}${objectLink(nameOf(object.$ref), homes)}`
  const names = Object.keys(object.properties ?? {}).join(", ")
  return html`<code>${names}</code>`
}
