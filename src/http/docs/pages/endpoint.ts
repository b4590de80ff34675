import { escape } from "../../../platform/mails/template.ts"
import type { Document, Endpoint, Response } from "../../openapi/document.ts"
import { curlOf } from "../../openapi/curl.ts"
import { nameOf, type Schema } from "../../openapi/json-schema.ts"
import { figure, json } from "./code.ts"
import { fieldsTable, objectLink, parametersTable } from "./fields.ts"

/** One operation: its description and parameters at the left, an example request and response at the right. */
export function endpointSection(document: Document, method: string, path: string, endpoint: Endpoint): string {
  const { operationId, summary, parameters = [], requestBody } = endpoint
  const parametersIn = (location: string) => parameters.filter(each => each.in === location)
  const [status, answer] = successOf(endpoint)
  const body = requestBody?.content["application/json"].schema
  const curl = curlOf(method, path, endpoint, document.servers[0]!.url)
  return `<section class="entry" id="${operationId}">
<div>
<h3 class="path"><span class="chip ${method === "GET" ? "info" : "good"}">${method}</span>
<a href="#${operationId}"><code>${breakable(path)}</code></a></h3>
<p>${escape(summary)}.</p>
${facts(endpoint)}
${parametersTable("Path", parametersIn("path"))}
${body ? fieldsTable("Body", body, "request") : ""}
${parametersTable("Query", parametersIn("query"))}
${parametersTable("Headers", parametersIn("header"))}
${responsesTable(document, endpoint, status, answer)}
</div>
<div>
${figure(`the request ${method} ${path}`, "Request", escape(curl))}
${figure(`the response of ${method} ${path}`, `Response ${status}`, json(answer.content["application/json"].example))}
</div>
</section>`
}

/** Lets a long path wrap before a slash, and only there. */
const breakable = (path: string) => escape(path).replaceAll("/", "<wbr>/")

function facts(endpoint: Endpoint): string {
  const { "x-permission": permission, "x-effect": effect, "x-tool": tool } = endpoint
  const chips = [
    permission ? `Needs <code>${permission}</code>` : "Any caller",
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

function responsesTable({ components }: Document, { responses }: Endpoint, status: string, answer: Response): string {
  const errors = Object.entries(responses).filter(([each]) => each !== status)
  const rows = errors.map(([each, response]) => {
    const { "x-codes": codes = [] } = "$ref" in response ? components.responses[nameOf(response.$ref)]! : response
    const links = codes.map(code => `<a href="/docs/errors#${code}" title="${escape(components.examples[code]!.summary)}">${code}</a>`)
    return `<tr><th scope="row">${each}</th><td>${links.join(" ")}</td></tr>`
  })
  const shape = shapeOf(answer.content["application/json"].schema)
  return `<table class="fields codes"><caption>Responses</caption><tbody>
<tr><th scope="row">${status}</th><td>${shape}</td></tr>
${rows.join("\n")}
</tbody></table>`
}

/** Describes what the response has under `data`: the name of its object, or its fields. */
function shapeOf({ properties = {} }: Schema): string {
  const data = properties["data"] ?? {}
  const list = data.items ? data : Object.values(data.properties ?? {}).find(each => properties["hasMore"] && each.items)
  const object = list?.items ?? data
  if (object.$ref) return `${list ? "A page of " : ""}${objectLink(nameOf(object.$ref))}`
  const names = Object.keys(object.properties ?? {}).join(", ")
  return `<code>${escape(names)}</code>`
}
