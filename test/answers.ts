import assert from "node:assert/strict"
import { operations } from "../src/app.ts"

const known = operations.flatMap(op => {
  const [method, path] = op.route?.split(" ") ?? []
  return path ? [{ op, method, pattern: new RegExp(`^${path.replaceAll(/\{\w+\}/g, "[^/]+")}$`) }] : []
})

type Body = { data?: unknown; hasMore?: unknown; count?: unknown }

/** The service lets its answers through a sieve and trusts itself with the rest; here every value of every answer is looked at. */
export function assertAnswer(method: string, url: string, status: number, body: Body | undefined) {
  const path = url.split("?")[0]!
  const op = known.find(each => each.method === method && each.pattern.test(path))?.op
  if (!op || status >= 300) return
  const { data, hasMore, count } = body ?? {}
  const { list } = op
  const shown = list ? { data: list.under ? (data as Record<string, unknown>)[list.under] : data, hasMore, count } : data
  const { error } = op.output.safeParse(shown)
  assert.equal(error, undefined, `${method} ${url} answers what its schema does not say: ${error?.message}`)
}
