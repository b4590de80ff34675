import type { z } from "zod"
import type { Operation } from "../kit/operation.ts"
import { inputSchemaOf, type ObjectSchema, outputSchemaOf, ownArguments, sentence } from "./tool-schema.ts"

/** An operation as agents hold it. All of it is made once, at start: a list of tools costs nothing but its bytes. */
export type Tool = {
  op: Operation
  name: string
  /** The arguments that the door reads itself. */
  own: z.ZodObject
  /** What `tools/list` says of it. */
  listed: Listed
}
type Listed = {
  name: string
  title: string
  description: string
  inputSchema: ObjectSchema
  outputSchema: ObjectSchema
  annotations: Hints
}
type Hints = { readOnlyHint: boolean; destructiveHint: boolean; idempotentHint: boolean; openWorldHint: boolean }

/** In the order of the table of contents, which is the same for everybody. */
export function toolsOf(operations: readonly Operation[]): Tool[] {
  return operations.flatMap(op => (op.tool === undefined ? [] : [toolOf(op, op.tool)]))
}

function toolOf(op: Operation, name: string): Tool {
  const listed = {
    name,
    title: titleOf(op, name),
    description: op.summary,
    inputSchema: inputSchemaOf(op),
    outputSchema: outputSchemaOf(op),
    annotations: hintsOf(op),
  }
  return { op, name, own: ownArguments(op), listed }
}

/** Every hint is said: left out, they would read as destructive and open to the world. A repeat of any call changes nothing more. */
const hintsOf = ({ effect, outward }: Operation): Hints => ({
  readOnlyHint: effect === "read",
  destructiveHint: effect === "change",
  idempotentHint: true,
  openWorldHint: outward ?? false,
})

/** payment_intent_create → Create payment intent */
function titleOf(op: Operation, name: string): string {
  const [, thing, verb] = /^(\w+)_(list|get|create|update|cancel|remind)$/.exec(name) ?? []
  if (thing === undefined || verb === undefined) return sentence(name)
  return sentence(verb === "remind" ? `remind_of_${thing}` : `${verb}_${op.list?.plural ?? thing}`)
}
