import type { z } from "zod"
import type { Context } from "../db/context.ts"
import { parseParameters } from "../pure/input.ts"
import type { Operation, OperationInfo, RawInput, Route } from "./operation.ts"
import type { Sink } from "./stream.ts"

/**
 * An operation that answers with server-sent events instead of one response. `run` decides where the stream starts; it runs again while the
 * stream is open, to end it when the caller may no longer read it. `item` is the schema of each message.
 */
export function streaming<const R extends Route, I extends z.ZodObject, T extends z.ZodType, S extends object>(
  definition: OperationInfo & {
    route: R
    input: I
    item: T
    run(ctx: Context, input: z.output<I>): S
    subscribe(start: S, sink: Sink): () => void
  },
) {
  const { item, subscribe, ...rest } = definition
  const parse = ({ query }: RawInput) => parseParameters(definition.input, query)
  const op = { ...rest, query: true, effect: "read", output: item, parse, filterResponse: undefined, stream: subscribe }
  return op as unknown as Operation & { route: R; input: I; output: T }
}
