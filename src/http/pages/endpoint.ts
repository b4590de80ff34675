import { catalogue } from "../../kit/problem.ts"
import { escape } from "../../mails/letter.ts"
import type { Document, Endpoint, Response } from "../openapi.ts"
import { curlOf } from "../openapi/curl.ts"
import { nameOf, type Schema } from "../openapi/json-schema.ts"
import { figure, json } from "./code.ts"
import { fieldsTable, objectLink, parametersTable } from "./fields.ts"

/** One operation: what it does and takes at the left, a request to paste and its answer at the right. */
export function endpointSection(document: Document, method: string, path: string, endpoint: Endpoint): string {
  const { operationId, summary, parameters = [], requestBody } = endpoint
  const of = (place: string) => parameters.filter(each => each.in === place)
  const [status, answer] = successOf(endpoint)
  const body = requestBody?.content["application/json"].schema
  const curl = curlOf(method, path, endpoint, document.servers[0]!.url)
  return `<section class="entry" id="${operationId}">
<div>
<h3 class="path"><span class="chip ${method === "GET" ? "info" : "good"}">${method}</span>
<a href="#${operationId}"><code>${breakable(path)}</code></a></h3>
<p>${escape(summary)}.</p>
${facts(endpoint)}
${parametersTable("Path", of("path"))}
${body ? fieldsTable("Body", body, "request") : ""}
${parametersTable("Query", of("query"))}
${parametersTable("Headers", of("header"))}
${answers(document, endpoint, status, answer)}
</div>
<div>
${figure(`the request ${method} ${path}`, "Request", escape(curl))}
${figure(`the answer of ${method} ${path}`, `Answer ${status}`, json(answer.content["application/json"].example))}
</div>
</section>`
}

/** A long path may break before a slash, and only there. */
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

function answers({ components }: Document, { responses }: Endpoint, status: string, answer: Response): string {
  const refused = Object.entries(responses).filter(([each]) => each !== status)
  const rows = refused.map(([each, response]) => {
    const { "x-codes": codes = [] } = "$ref" in response ? components.responses[nameOf(response.$ref)]! : response
    const links = codes.map(code => `<a href="/docs/errors#${code}" title="${escape(catalogue[code][1])}">${code}</a>`)
    return `<tr><th scope="row">${each}</th><td>${links.join(" ")}</td></tr>`
  })
  const shape = shapeOf(answer.content["application/json"].schema)
  return `<table class="fields codes"><caption>Answers</caption><tbody>
<tr><th scope="row">${status}</th><td>${shape}</td></tr>
${rows.join("\n")}
</tbody></table>`
}

/** What stands under `data`, by name where it has one. */
function shapeOf({ properties = {} }: Schema): string {
  const data = properties["data"] ?? {}
  const list = data.items ? data : Object.values(data.properties ?? {}).find(each => properties["hasMore"] && each.items)
  const one = list?.items ?? data
  if (one.$ref) return `${list ? "A page of " : ""}${objectLink(nameOf(one.$ref))}`
  const names = Object.keys(one.properties ?? {}).join(", ")
  return `<code>${escape(names)}</code>`
}
