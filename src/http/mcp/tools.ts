import type { z } from "zod"
import type { Operation } from "../../kit/operation/operation.ts"
import { inputSchemaOf, type ObjectSchema, outputSchemaOf, ownArgumentsOf, sentenceCase } from "./tool-schema.ts"

/** An operation as an MCP tool. Built once, so that `tools/list` only serializes it. */
export type Tool = {
  op: Operation
  /** Why its object is as it is: its result comes along where the call asks for it. */
  explains: Operation | undefined
  name: string
  /** The arguments that MCP adds to the operation's input. */
  ownArguments: z.ZodObject
  /** Its entry in `tools/list`. */
  definition: ToolDefinition
}
type ToolDefinition = {
  name: string
  title: string
  description: string
  inputSchema: ObjectSchema
  outputSchema: ObjectSchema
  annotations: Hints
}
type Hints = { readOnlyHint: boolean; destructiveHint: boolean; idempotentHint: boolean; openWorldHint: boolean }

/** In the order of the operations, which is the same for every caller. */
export function toolsOf(operations: readonly Operation[]): Tool[] {
  // Agents have no tools of their own for explanations: the list of tools is the specification's.
  const explanationOf = ({ route }: Operation) => route && operations.find(op => op.route === `${route}/explain`)
  return operations.flatMap(op => (op.tool === undefined ? [] : [toolOf(op, op.tool, explanationOf(op))]))
}

function toolOf(op: Operation, name: string, explains: Operation | undefined): Tool {
  let definition: ToolDefinition | undefined
  return {
    op,
    explains,
    name,
    ownArguments: ownArgumentsOf(op, explains !== undefined),
    /** Made at its first use, because the schemas of all tools would add 60 ms to each start. */
    get definition() {
      return (definition ??= {
        name,
        title: titleOf(op, name),
        description: descriptionOf(op),
        inputSchema: inputSchemaOf(op, explains !== undefined),
        outputSchema: outputSchemaOf(op, explains !== undefined),
        annotations: hintsOf(op),
      })
    },
  }
}

/** The first sentence says what the tool does, the others what to know. */
const descriptionOf = ({ summary, toolNote }: Operation) => (toolNote === undefined ? summary : `${summary}. ${toolNote}`)

/** Sets every hint: the defaults are destructive and open-world. Every call is idempotent, because a repeat returns the first result. */
const hintsOf = ({ effect, notifiesCustomer }: Operation): Hints => ({
  readOnlyHint: effect === "read",
  destructiveHint: effect === "change",
  idempotentHint: true,
  openWorldHint: notifiesCustomer ?? false,
})

/** payment_intent_create → Create payment intent */
function titleOf(op: Operation, name: string): string {
  const [, thing, verb] = /^(\w+)_(list|get|create|update|cancel|remind)$/.exec(name) ?? []
  if (thing === undefined || verb === undefined) return sentenceCase(name)
  return sentenceCase(verb === "remind" ? `remind_of_${thing}` : `${verb}_${op.list?.plural ?? thing}`)
}
