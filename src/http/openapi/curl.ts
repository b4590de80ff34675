import type { Endpoint } from "./document.ts"
import { exampleOf } from "./example.ts"
import type { Parameter } from "./parameters.ts"

/** An example request for a shell in which $KEY and $TENANT are set. */
export function curlOf(method: string, path: string, { parameters = [], requestBody }: Endpoint, baseUrl: string): string {
  const takesKey = parameters.some(({ name }) => name === "Idempotency-Key")
  const lines = [
    `curl "${baseUrl}${shellPath(path, parameters)}${queryOf(parameters)}"`,
    `-H "Authorization: ApiKey $KEY"`,
    `-H "X-TENANT-ID: $TENANT"`,
    ...(takesKey ? [`-H "Idempotency-Key: $(date +%s)-$RANDOM"`] : []),
    ...(requestBody ? bodyLines(requestBody.content["application/json"].example) : []),
    ...(method === "POST" && !requestBody ? ["-X POST"] : []),
  ]
  return lines.join(" \\\n  ")
}

function bodyLines(body: unknown): string[] {
  const quoted = JSON.stringify(body, null, 2).replaceAll("'", "'\\''")
  return [`-H "Content-Type: application/json"`, `-d '${quoted}'`]
}

/** curl expands braces in URLs, so path parameters become shell variables. */
const shellPath = (path: string, parameters: Parameter[]) =>
  parameters.filter(each => each.in === "path").reduce((text, { name }) => text.replace(`{${name}}`, `$${name.toUpperCase()}`), path)

/** The required parameters, and the limit of a list. */
function queryOf(parameters: Parameter[]): string {
  const included = parameters.filter(each => each.in === "query" && (each.required || each.name === "limit"))
  const pairs = included.map(({ name, schema }) => `${name}=${name === "limit" ? "10" : String(exampleOf(schema, "request", name))}`)
  return pairs.length === 0 ? "" : `?${pairs.join("&")}`
}
