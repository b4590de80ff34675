import { z } from "zod"
import type { Context } from "../../kit/db/context.ts"
import { listing, noInput, operation } from "../../kit/operation/operation.ts"
import { Id } from "../../kit/pure/fields.ts"
import { findAccount, lockAccount } from "../accounts/store.ts"
import { tenantProblem } from "../tenants/errors.ts"
import { assertHoldsAll } from "../tenants/rules.ts"
import { readUser, type UserRow } from "../tenants/store.ts"
import { endEverySession } from "./end-sessions.ts"
import type { SignOutDependent } from "./ports.ts"
import { Session, sessionFilters } from "./schema.ts"
import { endSession, listSessions, readSessionOf } from "./store.ts"

/** For a phone that was lost, or a colleague who has left: who changes users sees their sessions and ends them. */
export const colleagueOperations = (dependents: readonly SignOutDependent[]) => [
  listing({
    route: "GET /v1/users/{id}/sessions",
    noun: "user",
    plural: "sessions",
    summary: "List a colleague's sessions that have not ended, newest first",
    needs: "users.edit",
    filters: sessionFilters,
    item: Session,
    subject: readUser,
    async run(ctx, list, user) {
      const account = await findAccount(ctx, user.id)
      return listSessions(ctx, list, { user: user.id, epoch: account?.epoch ?? 0 })
    },
  }),

  operation({
    route: "POST /v1/users/{id}/sessions/{session}/end",
    label: "Sign out a colleague's browser",
    noun: "user",
    summary: "Sign out one browser of a colleague; nobody can sign out somebody with more permissions than their own",
    needs: "users.edit",
    needsConfirmation: "recent",
    effect: "change",
    refuses: ["PRM-1002", "GEN-1004"],
    input: z.object({ session: z.string() }),
    output: z.object({ _id: Id, ended: z.literal(true) }),
    subject: readUser,
    assertPart: (ctx, user, { session }) => readSessionOf(ctx, user.id, session!),
    assertPossible: assertMaySignOut,
    async run(ctx, { session }, user) {
      const row = await readSessionOf(ctx, user.id, session)
      endSession(ctx, row)
      return { _id: row.id, ended: true as const }
    },
  }),

  operation({
    route: "POST /v1/users/{id}/end-sessions",
    label: "Sign a colleague out everywhere",
    noun: "user",
    summary: "Sign a colleague out everywhere: ends every session and every assistant of theirs in this tenant",
    needs: "users.edit",
    needsConfirmation: "recent",
    effect: "change",
    refuses: ["PRM-1002", "USR-1003"],
    input: noInput,
    output: z.object({ _id: Id, ended: z.literal(true) }),
    subject: readUser,
    assertPossible: assertMaySignOut,
    async run(ctx, _input, user) {
      await endEverySession(ctx, await lockAccount(ctx, user.id), dependents)
      return { _id: user.id, ended: true as const }
    },
  }),
]

function assertMaySignOut(user: UserRow, { caller }: Context) {
  if (user.type === "api-key") throw tenantProblem("USR-1003")
  assertHoldsAll(caller.permissions, user)
}
