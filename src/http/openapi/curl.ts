import type { Endpoint } from "../openapi.ts"
import { exampleOf } from "./example.ts"
import type { Parameter } from "./parameters.ts"

/** A request to paste, once $KEY and $TENANT are set. */
export function curlOf(method: string, path: string, { parameters = [], requestBody }: Endpoint, baseUrl: string): string {
  const takesKey = parameters.some(({ name }) => name === "Idempotency-Key")
  const body = requestBody?.content["application/json"].example
  const lines = [
    `curl ${method === "POST" && body === undefined ? "-X POST " : ""}"${baseUrl}${filledPath(path, parameters)}${method === "GET" ? queryOf(parameters) : ""}"`,
    `-H "Authorization: ApiKey $KEY"`,
    `-H "X-TENANT-ID: $TENANT"`,
    ...(takesKey ? [`-H "Idempotency-Key: $(uuidgen)"`] : []),
    ...(body === undefined ? [] : [`-H "Content-Type: application/json"`, `-d '${JSON.stringify(body, null, 2).replaceAll("'", "'\\''")}'`]),
  ]
  return lines.join(" \\\n  ")
}

/** curl reads braces in its own way, so what stands in them becomes a variable of the shell. */
const filledPath = (path: string, parameters: Parameter[]) =>
  parameters.filter(each => each.in === "path").reduce((text, { name }) => text.replace(`{${name}}`, `$${name.toUpperCase()}`), path)

/** What must be given, and of a list the size of its page. */
function queryOf(parameters: Parameter[]): string {
  const asked = parameters.filter(each => each.in === "query" && (each.required || each.name === "limit"))
  const pairs = asked.map(({ name, schema }) => `${name}=${name === "limit" ? "10" : String(exampleOf(schema, "request", name))}`)
  return pairs.length === 0 ? "" : `?${pairs.join("&")}`
}
