import type { Context } from "../db/context.ts"
import type { Operation } from "./operation.ts"
import { allOperations } from "./ports.ts"

/** `payouts` of an operation that reads one payout; undefined of any other operation. */
export const pathOf = ({ route, subject }: Operation) =>
  subject ? /^GET \/v1\/([a-z-]+(?:\/[a-z-]+)?)\/\{id\}$/.exec(route ?? "")?.[1] : undefined

/** The types of objects that the caller may see, each as the path of its API. */
export const visibleTypes = ({ caller }: Pick<Context, "caller">): string[] =>
  allOperations.flatMap(op => {
    const path = pathOf(op)
    return path && op.needs && caller.permissions.has(op.needs) ? [path] : []
  })
