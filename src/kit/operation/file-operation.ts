import { z } from "zod"
import type { Context } from "../db/context.ts"
import { parseParameters } from "../pure/input.ts"
import type { ResponseFile } from "./response-file.ts"
import type { Operation, OperationInfo, RawInput, Route } from "./operation.ts"

/** A read that answers with a PDF. */
export function fileOperation<const R extends Route, I extends z.ZodObject, S>(
  definition: Omit<OperationInfo, "query"> & {
    route: R
    input: I
    subject(ctx: Context, reference: string): Promise<S>
    run(ctx: Context, input: z.output<I>, subject: S): Promise<ResponseFile>
  },
) {
  const parse = ({ query }: RawInput) => parseParameters(definition.input, query)
  const file = (result: ResponseFile) => result
  const op = { ...definition, query: true, effect: "read", output: z.string(), parse, file, filterResponse: undefined }
  return op as unknown as Operation & { route: R; input: I; output: z.ZodString }
}
