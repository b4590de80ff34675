import type { Document, Endpoint } from "../../http/openapi/document.ts"
import { exampleOf } from "../../http/openapi/example.ts"
import { partsOf, titleOf } from "../../http/openapi/names.ts"
import type { Parameter } from "../../http/openapi/parameters.ts"
import { isCallable, operationsOf } from "../sdk-types.ts"

/** A field that a user fills in. What is not needed is switched off at first. */
type Entry = { name: string; value: string; about: string; isOn: boolean }

/** An example of a request, as programs that send requests by hand show it. */
export type ExampleRequest = {
  /** Unique within its group, such as `items.create`. */
  id: string
  name: string
  about: string
  method: string
  /** With `:id` for each value of `path`. */
  url: string
  path: Entry[]
  query: Entry[]
  headers: Entry[]
  body?: { json: string } | { form: Entry[] }
}

export type Group = { tag: string; name: string; about: string; requests: ExampleRequest[] }

export const environment = { baseUrl: "http://localhost:4000", key: "", tenant: "" }

/** Every operation that an API key may call, by the chapters of the reference and in its order. */
export function groupsOf(document: Document): Group[] {
  const operations = operationsOf(document).filter(isCallable)
  return document.tags.flatMap(({ name: tag, description }) => {
    const requests = operations.filter(({ endpoint }) => endpoint.tags[0] === tag).map(each => requestOf(each.route, each.endpoint, tag))
    return requests.length === 0 ? [] : [{ tag, name: titleOf(tag), about: description, requests }]
  })
}

function requestOf(route: string, endpoint: Endpoint, tag: string): ExampleRequest {
  const { method, path } = partsOf(route)
  const { operationId, summary, description, parameters = [], requestBody } = endpoint
  const entriesIn = (place: Parameter["in"]) => parameters.filter(each => each.in === place && isOffered(each)).map(entryOf)
  return {
    id: operationId.split(".").slice(tag.split("/").length).join("."),
    name: summary,
    about: description,
    method,
    url: `{{baseUrl}}${path.replaceAll(/\{(\w+)\}/g, ":$1")}`,
    path: entriesIn("path"),
    query: entriesIn("query"),
    headers: entriesIn("header"),
    ...(requestBody && { body: bodyOf(requestBody.content) }),
  }
}

/** The operators of filters and the entries of metadata would be most of a collection; the reference lists them. */
const isOffered = (parameter: Parameter) => parameter["x-operator"] === undefined && parameter.style !== "deepObject"

/** Every press of the button is a new request with a key of its own. */
function entryOf({ name, in: place, description, schema, required = false }: Parameter): Entry {
  if (name === "Idempotency-Key") return { name, value: "{{$guid}}", about: description, isOn: true }
  const isOn = place === "path" || required
  return { name, value: isOn ? String(exampleOf(schema, "request", name)) : defaultOf(schema), about: description, isOn }
}

const defaultOf = ({ default: value }: Parameter["schema"]) => (typeof value === "string" ? value : (JSON.stringify(value) ?? ""))

function bodyOf(content: NonNullable<Endpoint["requestBody"]>["content"]): NonNullable<ExampleRequest["body"]> {
  if ("application/json" in content) return { json: JSON.stringify(content["application/json"].example, null, 2) }
  const { schema, example } = content["multipart/form-data"]
  const entries = Object.entries(example as Record<string, string>)
  return { form: entries.map(([name, value]) => ({ name, value, about: schema.properties?.[name]?.description ?? "", isOn: true })) }
}
