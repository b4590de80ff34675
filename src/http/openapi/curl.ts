import type { Endpoint } from "../openapi.ts"
import { exampleOf } from "./example.ts"
import type { Parameter } from "./parameters.ts"

/** A request to paste, once $KEY and $TENANT are set. */
export function curlOf(method: string, path: string, { parameters = [], requestBody }: Endpoint, baseUrl: string): string {
  const takesKey = parameters.some(({ name }) => name === "Idempotency-Key")
  const lines = [
    `curl "${baseUrl}${filledPath(path, parameters)}${queryOf(parameters)}"`,
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

/** curl reads braces in its own way, so what stands in them becomes a variable of the shell. */
const filledPath = (path: string, parameters: Parameter[]) =>
  parameters.filter(each => each.in === "path").reduce((text, { name }) => text.replace(`{${name}}`, `$${name.toUpperCase()}`), path)

/** What must be given, and of a list the size of its page. */
function queryOf(parameters: Parameter[]): string {
  const asked = parameters.filter(each => each.in === "query" && (each.required || each.name === "limit"))
  const pairs = asked.map(({ name, schema }) => `${name}=${name === "limit" ? "10" : String(exampleOf(schema, "request", name))}`)
  return pairs.length === 0 ? "" : `?${pairs.join("&")}`
}
