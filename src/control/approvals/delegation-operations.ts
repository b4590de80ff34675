import { z } from "zod"
import type { Context } from "../../kit/db/context.ts"
import { listing, operation } from "../../kit/operation/operation.ts"
import { generalProblem } from "../../kit/pure/errors.ts"
import { Id } from "../../kit/pure/fields.ts"
import { findUsers, readUser, type UserRow } from "../../platform/tenants/store.ts"
import { roleWordOf } from "../../kit/pure/permissions.ts"
import { assertHoldsAll } from "../../platform/tenants/rules.ts"
import { deleteDelegation, insertDelegation, listDelegations, listDelegationsOf, readDelegation } from "./delegation-store.ts"
import { approvalProblem } from "./errors.ts"
import { mayDecide } from "./turn-rules.ts"
import { Delegation, delegationFilters, NewDelegation, userDelegationFilters } from "./schema.ts"

export const delegationOperations = [
  operation({
    route: "POST /v1/users/{id}/delegate",
    label: "Delegate the decisions of a user",
    noun: "user",
    summary: "Let another user decide approvals in your place for a time, or, with users.edit, in the place of someone else",
    needs: "approvals.view",
    needsConfirmation: "daily",
    effect: "change",
    input: NewDelegation,
    output: Delegation,
    subject: readUser,
    assertPossible: assertOwnOrEditor,
    async run(ctx, { to, from, until }, user) {
      await assertDelegate(ctx, user, to)
      if (until <= from || until <= ctx.now) throw refused("until", "until must be after from and in the future")
      return insertDelegation(ctx, { user_id: user.id, to_user: to, from_at: from, until_at: until })
    },
  }),

  listing({
    route: "GET /v1/users/{id}/delegations",
    noun: "delegation",
    plural: "delegations",
    summary: "List the delegations of a user's decisions, past and present",
    needs: "approvals.view",
    filters: userDelegationFilters,
    item: Delegation,
    subject: readUser,
    run: (ctx, list, user) => listDelegationsOf(ctx, list, user.id),
  }),

  listing({
    route: "GET /v1/approvals/delegations",
    noun: "delegation",
    plural: "delegations",
    summary: "List the delegations of all users; filter by `to` to see in whose place a user decides",
    needs: "approvals.view",
    filters: delegationFilters,
    item: Delegation,
    run: listDelegations,
  }),

  operation({
    route: "POST /v1/users/{id}/delegations/{delegation}/delete",
    noun: "user",
    summary: "End a delegation",
    needs: "approvals.view",
    effect: "change",
    input: z.object({ delegation: z.string() }),
    output: z.object({ _id: Id, deleted: z.literal(true) }),
    subject: readUser,
    assertPart: (ctx, user, { delegation }) => readDelegationOf(ctx, user, delegation!),
    assertPossible: assertOwnOrEditor,
    async run(ctx, { delegation }, user) {
      const row = await readDelegationOf(ctx, user, delegation)
      deleteDelegation(ctx, row)
      return { _id: row.id, deleted: true as const }
    },
  }),
]

async function readDelegationOf(ctx: Context, user: UserRow, id: string) {
  const row = await readDelegation(ctx, id)
  if (row.user_id !== user.id) throw generalProblem("GEN-1004", { kind: "delegation", reference: id })
  return row
}

function assertOwnOrEditor(user: UserRow, { caller }: Context) {
  if (caller.user === user.id) return
  if (!caller.permissions.has("users.edit")) throw generalProblem("PRM-1001", { permission: "users.edit" })
  assertHoldsAll(caller.permissions, user)
}

async function assertDelegate(ctx: Context, user: UserRow, to: string) {
  if (to === user.id) throw refused("to", "a user can't delegate to themselves")
  const [delegate] = await findUsers(ctx, [to])
  if (!delegate?.active) throw refused("to", `${to} is not an active user of this tenant`)
  if (!mayDecide(delegate)) throw refused("to", `the role ${roleWordOf(delegate)} of ${to} does not hold approvals.decide`)
}

const refused = (path: string, reason: string) => approvalProblem("APR-1002", { reason }, [{ path, message: reason }])
