import type { Document } from "../../http/openapi/document.ts"
import { environment, type ExampleRequest, groupsOf } from "./requests.ts"

const schema = "https://schema.getpostman.com/json/collection/v2.1.0/collection.json"

/** The collection of requests, for Postman and all that import its format. */
export function postmanCollection(document: Document): string {
  const { title, summary } = document.info
  const item = groupsOf(document).map(({ name, about, requests }) => ({ name, description: about, item: requests.map(itemOf) }))
  const apikey = [
    { key: "key", value: "Authorization" },
    { key: "value", value: "ApiKey {{key}}" },
    { key: "in", value: "header" },
  ]
  return asJson({ info: { name: title, description: summary, schema }, auth: { type: "apikey", apikey }, item })
}

/** The address of the service and the credentials, which the requests name. */
export function postmanEnvironment({ info }: Document): string {
  const values = Object.entries(environment).map(([key, value]) => ({
    key,
    value,
    type: key === "key" ? "secret" : "default",
    enabled: true,
  }))
  return asJson({ name: `${info.title} sandbox`, values, _postman_variable_scope: "environment" })
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

const asJson = (value: object) => `${JSON.stringify(value, null, 1)}\n`
