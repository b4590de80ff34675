import { z } from "zod"
import type { Context } from "../db/context.ts"
import { Problem } from "../pure/problem.ts"
import { noInput, operation, type Operation } from "./operation.ts"
import { assertPermitted } from "./perform.ts"
import { allOperations } from "./ports.ts"

const ActionState = z
  .object({
    action: z.string(),
    allowed: z.boolean(),
    reason: z
      .object({ code: z.string(), message: z.string(), details: z.record(z.string(), z.unknown()) })
      .nullable()
      .meta({ description: "Why it is not allowed now: the error that the action would answer with" }),
  })
  .meta({ id: "ActionState" })
type ActionState = z.output<typeof ActionState>

/**
 * Adds `GET /v1/{resource}/{id}/actions`: every action of the resource, and why the caller can't take some of them now. It asks the same
 * `assertPossible` that the operations check themselves, with the object as GET reads it.
 */
export function withActions<const R extends string, const Ops extends readonly Operation[]>(resource: R, operations: Ops) {
  const get = operations.find(op => op.route === `GET /v1/${resource}/{id}`)
  if (!get?.subject || !(get.needs || get.forPeople))
    throw new Error(`GET /v1/${resource}/{id} must exist, with its subject and permission`)
  const { subject, needs, forPeople, refuses } = get
  const list = operation({
    route: `GET /v1/${resource}/{id}/actions`,
    noun: "actions",
    summary: "Which actions are possible now, and why the others are not",
    ...(needs && { needs }),
    ...(forPeople && { forPeople }),
    ...(refuses && { refuses }),
    effect: "read",
    input: noInput,
    output: z.array(ActionState),
    subject,
    run: (ctx, _input, object) => Promise.all(actionsOf(resource).map(({ name, op }) => stateOf(ctx, name, op, object))),
  })
  return [...operations, list] as const
}

function actionsOf(resource: string): { name: string; op: Operation }[] {
  const prefix = `POST /v1/${resource}/{id}/`
  return allOperations.flatMap(op => {
    const name = op.route?.startsWith(prefix) ? op.route.slice(prefix.length) : ""
    return /^[a-z-]+$/.test(name) ? [{ name, op }] : []
  })
}

async function stateOf(ctx: Context, action: string, op: Operation, subject: unknown): Promise<ActionState> {
  try {
    assertPermitted(op, ctx.caller)
    await op.assertPossible?.(subject, ctx)
    return { action, allowed: true, reason: null }
  } catch (error) {
    if (!(error instanceof Problem)) throw error
    const { code, message, details } = error
    return { action, allowed: false, reason: { code, message, details } }
  }
}
