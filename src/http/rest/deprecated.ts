import type { ServerResponse } from "node:http"
import type { Operation, RawInput } from "../../kit/operation/operation.ts"
import { type Deprecation, deprecationHeaders, earliest, findDeprecation } from "../../kit/pure/deprecation.ts"

/** What an operation has that is deprecated: itself, and fields or parameters by their names. */
type Deprecated = { itself: Deprecation | undefined; fields: ReadonlyMap<string, Deprecation> }

export function deprecatedOf({ deprecated, input }: Operation): Deprecated | undefined {
  const fields = Object.entries(input.shape).flatMap(([name, schema]) => {
    const found = findDeprecation(schema)
    return found ? [[name, found] as const] : []
  })
  return deprecated || fields.length > 0 ? { itself: deprecated, fields: new Map(fields) } : undefined
}

/** The operation for one request, whose response has the headers: refusals and files too. */
export function announcing(op: Operation, { itself, fields }: Deprecated, response: ServerResponse): Operation {
  setHeaders(response, itself ? [itself] : [])
  const parse = (raw: RawInput) => {
    const names = [...Object.keys((raw.fields as object | undefined) ?? {}), ...raw.query.map(([name]) => name)]
    setHeaders(
      response,
      [itself, ...names.map(name => fields.get(name))].filter(each => each !== undefined),
    )
    return op.parse(raw)
  }
  return { ...op, parse }
}

function setHeaders(response: ServerResponse, all: readonly Deprecation[]) {
  const deprecation = earliest(all)
  if (deprecation) for (const [name, value] of Object.entries(deprecationHeaders(deprecation))) response.setHeader(name, value)
}
