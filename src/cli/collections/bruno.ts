import type { Document } from "../../http/openapi/document.ts"
import { environment, type ExampleRequest, type Group, groupsOf } from "./requests.ts"

/** The files of a collection that Bruno opens as a folder, by their paths within it. */
export function brunoCollection(document: Document): Record<string, string> {
  const { title, summary } = document.info
  const { key: _, ...shown } = environment
  const auth = [block("auth", ["mode: apikey"]), block("auth:apikey", ["key: Authorization", "value: ApiKey {{key}}", "placement: header"])]
  return {
    "bruno.json": `${JSON.stringify({ version: "1", name: title, type: "collection" }, null, 2)}\n`,
    "collection.bru": join([...auth, block("headers", ["X-TENANT-ID: {{tenant}}"]), docs(summary)]),
    "environments/Sandbox.bru": join([block("vars", pairs(shown)), "vars:secret [\n  key\n]"]),
    ...Object.assign({}, ...groupsOf(document).map(filesOf)),
  }
}

function filesOf({ tag, name, about, requests }: Group, index: number): Record<string, string> {
  const folder = tag.replace("/", "-")
  const files = requests.map(each => [`${folder}/${each.id}.bru`, fileOf(each, requests.indexOf(each) + 1)])
  return { [`${folder}/folder.bru`]: join([meta(name, index + 1), docs(about)]), ...Object.fromEntries(files) }
}

function fileOf({ name, about, method, url, path, query, headers, body }: ExampleRequest, position: number): string {
  const kind = body === undefined ? "none" : "json" in body ? "json" : "multipart-form"
  return join([
    meta(name, position, "http"),
    block(method.toLowerCase(), [`url: ${url}`, `body: ${kind}`, "auth: inherit"]),
    block("params:query", query.map(entry)),
    block("params:path", path.map(entry)),
    block("headers", headers.map(entry)),
    body === undefined
      ? ""
      : "json" in body
        ? block("body:json", body.json.split("\n"))
        : block("body:multipart-form", body.form.map(field)),
    docs(about),
  ])
}

const meta = (name: string, position: number, type?: string) =>
  block("meta", [`name: ${name}`, ...(type ? [`type: ${type}`] : []), `seq: ${position}`])
const docs = (text: string) => block("docs", text.split("\n"))
const pairs = (values: Record<string, string>) => Object.entries(values).map(([name, value]) => `${name}: ${value}`.trimEnd())

type Entry = ExampleRequest["query"][number]

/** A tilde switches an entry off. */
const entry = ({ name, value, isOn }: Entry) => `${isOn ? "" : "~"}${name}: ${value}`.trimEnd()
const field = ({ name, value }: Entry) => (name === "file" ? "file: @file()" : `${name}: ${value}`)

const block = (name: string, lines: string[]) =>
  lines.length === 0 ? "" : `${name} {\n${lines.map(line => `  ${line}`.trimEnd()).join("\n")}\n}`
const join = (blocks: string[]) => `${blocks.filter(text => text !== "").join("\n\n")}\n`
