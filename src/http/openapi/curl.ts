import type { Endpoint } from "../openapi.ts"
import type { Parameter } from "./parameters.ts"

/** A request to paste, once $KEY and $TENANT are set. */
export function curlOf(method: string, path: string, { parameters = [], requestBody, operationId }: Endpoint, baseUrl: string): string {
  const takesKey = parameters.some(({ name }) => name === "Idempotency-Key")
  const body = requestBody?.content["application/json"].example
  const lines = [
    `curl ${method === "POST" ? "-X POST " : ""}"${baseUrl}${filledPath(path, parameters)}${method === "GET" ? queryOf(parameters, operationId) : ""}"`,
    `-H "Authorization: ApiKey $KEY"`,
    `-H "X-TENANT-ID: $TENANT"`,
    ...(takesKey ? [`-H "Idempotency-Key: $(uuidgen)"`] : []),
    ...(body === undefined ? [] : [`-H "Content-Type: application/json"`, `-d '${JSON.stringify(body, null, 2).replaceAll("'", "'\\''")}'`]),
  ]
  return lines.join(" \\\n  ")
}

/** {id} is a variable of the shell too, so that a line pasted as it is fails loudly rather than asks for "{id}". */
const filledPath = (path: string, parameters: Parameter[]) =>
  parameters.filter(each => each.in === "path").reduce((text, { name }) => text.replace(`{${name}}`, `$${name.toUpperCase()}`), path)

function queryOf(parameters: Parameter[], operationId: string): string {
  const query = parameters.filter(each => each.in === "query")
  const asked = operationId.endsWith(".list") ? query.filter(({ name }) => name === "limit") : query.filter(({ required }) => required)
  const pairs = asked.map(({ name, schema }) => `${name}=${String(schema.examples?.[0] ?? schema.enum?.[0] ?? (name === "limit" ? 10 : ""))}`)
  return pairs.length === 0 ? "" : `?${pairs.join("&")}`
}
