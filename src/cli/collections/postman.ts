import type { Document } from "../../http/openapi/document.ts"
import { environment, type ExampleRequest, groupsOf } from "./requests.ts"

const schema = "https://schema.getpostman.com/json/collection/v2.1.0/collection.json"

/** The collection of requests, for Postman and all that import its format. Each is on a line, so that a change shows what it touches. */
export function postmanCollection(document: Document): string {
  const { title, summary } = document.info
  const groups = groupsOf(document).map(({ name, about, requests }) =>
    withItems({ name, description: about }, requests.map(itemOf).map(asText)),
  )
  const apikey = [
    { key: "key", value: "Authorization" },
    { key: "value", value: "ApiKey {{key}}" },
    { key: "in", value: "header" },
  ]
  return `${withItems({ info: { name: title, description: summary, schema }, auth: { type: "apikey", apikey } }, groups)}\n`
}

const asText = (value: object) => JSON.stringify(value)
const withItems = (head: object, items: string[]) => `${asText(head).slice(0, -1)},"item":[\n${items.join(",\n")}\n]}`

/** The address of the service and the credentials, which the requests name. */
export function postmanEnvironment({ info }: Document): string {
  const values = Object.entries(environment).map(([key, value]) => ({
    key,
    value,
    type: key === "key" ? "secret" : "default",
    enabled: true,
  }))
  return `${asText({ name: `${info.title} sandbox`, values, _postman_variable_scope: "environment" })}\n`
}

function itemOf({ name, about, method, url, path, query, headers, body }: ExampleRequest) {
  const shown = query.filter(({ isOn }) => isOn).map(each => `${each.name}=${each.value}`)
  const [host = "", ...segments] = url.split("/")
  const header = [{ name: "X-TENANT-ID", value: "{{tenant}}", about: "", isOn: true }, ...headers].map(entry)
  return {
    name,
    request: {
      method,
      header,
      url: {
        raw: shown.length > 0 ? `${url}?${shown.join("&")}` : url,
        host: [host],
        path: segments,
        ...(query.length > 0 && { query: query.map(entry) }),
        ...(path.length > 0 && { variable: path.map(({ name: key, value, about: description }) => ({ key, value, description })) }),
      },
      ...(body && { body: bodyOf(body) }),
      description: about,
    },
  }
}

type Entry = ExampleRequest["query"][number]

const entry = ({ name: key, value, about, isOn }: Entry) => ({
  key,
  value,
  ...(about && { description: about }),
  ...(!isOn && { disabled: true }),
})

function bodyOf(body: NonNullable<ExampleRequest["body"]>) {
  if ("json" in body) return { mode: "raw", raw: body.json, options: { raw: { language: "json" } } }
  const field = (each: Entry) => (each.name === "file" ? { key: each.name, type: "file", src: [] } : { ...entry(each), type: "text" })
  return { mode: "formdata", formdata: body.form.map(field) }
}
