import assert from "node:assert/strict"
import { application } from "../src/app.ts"

const routes = application.operations.flatMap(op => {
  const [method, path] = op.route?.split(" ") ?? []
  return path ? [{ op, method, pattern: new RegExp(`^${path.replaceAll(/\{\w+\}/g, "[^/]+")}$`) }] : []
})

type Body = { data?: unknown; hasMore?: unknown; count?: unknown }

/** The service only filters its responses by the schema; this validates every value of a successful response. */
export function assertMatchesSchema(method: string, url: string, status: number, body: Body | undefined) {
  const path = url.split("?")[0]!
  const op = routes.find(route => route.method === method && route.pattern.test(path))?.op
  if (!op || op.content || status >= 300) return // a file has no schema
  const { data, hasMore, count } = body ?? {}
  const { list } = op
  const output = list ? { data: list.under ? (data as Record<string, unknown>)[list.under] : data, hasMore, count } : data
  const { error } = op.output.safeParse(output)
  assert.equal(error, undefined, `${method} ${url} does not match its output schema: ${error?.message}`)
}
