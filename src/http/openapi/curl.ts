import type { Endpoint } from "./document.ts"
import { exampleOf } from "./example.ts"
import { partsOf } from "./names.ts"
import type { Parameter } from "./parameters.ts"

/** An example request for a shell in which $BASE, $KEY and $TENANT are set. It can be pasted twice: its key makes the second a retry. */
export function curlOf(method: string, path: string, { parameters = [], requestBody, security }: Endpoint): string {
  const takesKey = parameters.some(({ name }) => name === "Idempotency-Key")
  const lines = [
    `curl "$BASE${shellPath(path, parameters)}${queryOf(parameters)}"`,
    ...credentialLines(method, security),
    ...(takesKey ? [`-H "Idempotency-Key: ${keyOf(path)}"`] : []),
    ...(requestBody ? contentLines(requestBody.content) : []),
    ...(method === "POST" && !requestBody ? ["-X POST"] : []),
  ]
  return lines.join(" \\\n  ")
}

/** Signing in keeps the cookie in a file, from which the operations for people send it. */
function credentialLines(method: string, security: Endpoint["security"]): string[] {
  if (security === undefined) return [`-H "Authorization: ApiKey $KEY"`, `-H "X-TENANT-ID: $TENANT"`]
  if (security.length === 0) return ["-c cookies.txt"]
  return ["-b cookies.txt", ...(method === "POST" ? [`-H "Origin: $BASE"`] : [])]
}

/** One key for one intended operation: "payment-intent-1". */
function keyOf(path: string): string {
  const names = partsOf(`POST ${path}`).segments.filter(segment => !segment.startsWith("{"))
  return `${names.at(-2)!.replace(/s$/, "")}-1`
}

function contentLines(content: NonNullable<Endpoint["requestBody"]>["content"]): string[] {
  if ("application/json" in content) return bodyLines(content["application/json"].example)
  const fields = Object.entries(content["multipart/form-data"].example as Record<string, string>)
  return fields.map(([name, value]) => `-F ${name}=${name === "file" ? "@" : ""}${value}`)
}

function bodyLines(body: unknown): string[] {
  const quoted = JSON.stringify(body, null, 2).replaceAll("'", "'\\''")
  return [`-H "Content-Type: application/json"`, `-d '${quoted}'`]
}

/** curl expands braces in URLs, so path parameters become shell variables. */
const shellPath = (path: string, parameters: Parameter[]) =>
  parameters.filter(each => each.in === "path").reduce((text, { name }) => text.replace(`{${name}}`, `$${variableOf(name)}`), path)

/** "deliveryId" → "DELIVERY_ID". */
const variableOf = (name: string) => name.replaceAll(/[A-Z]/g, letter => `_${letter}`).toUpperCase()

/** The required parameters, and the limit of a list. */
function queryOf(parameters: Parameter[]): string {
  const included = parameters.filter(each => each.in === "query" && (each.required || each.name === "limit"))
  const pairs = included.map(({ name, schema }) => `${name}=${name === "limit" ? "10" : String(exampleOf(schema, "request", name))}`)
  return pairs.length === 0 ? "" : `?${pairs.join("&")}`
}
