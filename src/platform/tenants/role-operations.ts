import { z } from "zod"
import type { Context } from "../../kit/db/context.ts"
import { listing, noInput, operation } from "../../kit/operation/operation.ts"
import { generalProblem } from "../../kit/pure/errors.ts"
import { Id } from "../../kit/pure/fields.ts"
import { mergeMetadata } from "../../kit/pure/metadata.ts"
import { builtIn, movesMoney, permissionsOf, roleDescriptions, roleNameOf, roleNames } from "../../kit/pure/permissions.ts"
import type { UserDependent } from "./ports.ts"
import { assertBelowMaxRoles, assertMayGrant, assertNotBuiltIn, assertSeesWhatItChanges, assertUnused, inOrder } from "./role-rules.ts"
import { BuiltInRole, NewRole, Role, RoleChange, roleFilters } from "./role-schema.ts"
import {
  deleteRole,
  findHolders,
  findRoleByName,
  holderOf,
  insertRole,
  listRoles,
  lockAndCountRoles,
  readRole,
  readRoleForUpdate,
  renderRole,
  type RoleRow,
  saveHolders,
  saveRole,
} from "./role-store.ts"

export const roleOperations = (dependents: readonly UserDependent[]) => [
  ...roleReadOperations,
  createOperation,
  updateOperation(dependents),
  deleteOperation,
]

const roleReadOperations = [
  listing({
    route: "GET /v1/roles",
    noun: "role",
    plural: "roles",
    summary: "List the tenant's own roles, newest first",
    needs: "users.view",
    filters: roleFilters,
    item: Role,
    run: listRoles,
  }),

  operation({
    route: "GET /v1/roles/built-in",
    label: "List the built-in roles",
    noun: "builtInRole",
    summary: "List the roles that every tenant has, with their permissions",
    needs: "users.view",
    effect: "read",
    input: noInput,
    output: z.array(BuiltInRole),
    run: () =>
      roleNames.map(role => {
        const permissions = [...permissionsOf(builtIn(role))]
        const name = roleNameOf(builtIn(role))
        return { role, name, description: roleDescriptions[role], permissions, movesMoney: permissions.filter(movesMoney) }
      }),
  }),

  operation({
    route: "GET /v1/roles/{id}",
    noun: "role",
    summary: "One of the tenant's own roles",
    needs: "users.view",
    effect: "read",
    input: noInput,
    output: Role,
    subject: readRole,
    run: (_ctx, _input, role) => renderRole(role),
  }),
]

const createOperation = operation({
  route: "POST /v1/roles/create",
  creates: true,
  noun: "role",
  summary: "Define a role as a set of permissions; nobody can give it a permission that they lack",
  needs: "users.edit",
  needsConfirmation: "recent",
  effect: "change",
  refuses: ["PRM-1002", "GEN-1010", "ROL-1001"],
  input: NewRole,
  output: Role,
  async run(ctx, { permissions, ...role }) {
    assertSeesWhatItChanges(permissions)
    assertMayGrant(ctx.caller.permissions, role.name, permissions)
    assertBelowMaxRoles(await lockAndCountRoles(ctx))
    await assertNameFree(ctx, role.name)
    return insertRole(ctx, { ...role, permissions: inOrder(permissions) })
  },
})

const updateOperation = (dependents: readonly UserDependent[]) =>
  operation({
    route: "POST /v1/roles/{id}/update",
    noun: "role",
    summary:
      "Change a role's name, description or permissions; sessions and keys with it have the new permissions from their next request on",
    needs: "users.edit",
    needsConfirmation: "recent",
    effect: "change",
    refuses: ["PRM-1002", "GEN-1010", "APR-2010"],
    input: RoleChange,
    output: Role,
    subject: readRoleForUpdate,
    assertPossible: assertHoldsRole,
    async run(ctx, { name, description, permissions, metadata }, before) {
      const after = {
        name: name ?? before.name,
        description: description ?? before.description,
        permissions: permissions ? inOrder(permissions) : before.permissions,
        metadata: mergeMetadata(before.metadata, metadata),
      }
      if (permissions) assertSeesWhatItChanges(permissions)
      assertMayGrant(ctx.caller.permissions, after.name, after.permissions)
      if (after.name.toLowerCase() !== before.name_key) await assertNameFree(ctx, after.name)
      const holders = await findHolders(ctx, before.id)
      const holder = holderOf({ ...after, id: before.id })
      const active = holders.filter(user => user.active).map(user => user.id)
      for (const dependent of dependents) await dependent.changedRole?.(ctx, active, holder)
      saveHolders(ctx, holders, holder)
      return saveRole(ctx, before, after)
    },
  })

const deleteOperation = operation({
  route: "POST /v1/roles/{id}/delete",
  noun: "role",
  summary: "Delete a role that no active user or key has",
  needs: "users.edit",
  needsConfirmation: "recent",
  effect: "change",
  refuses: ["PRM-1002", "ROL-1002"],
  input: noInput,
  output: z.object({ _id: Id, deleted: z.literal(true) }),
  subject: readRoleForUpdate,
  assertPossible: assertHoldsRole,
  async run(ctx, _input, role) {
    const holders = await findHolders(ctx, role.id)
    assertUnused(role.name, holders)
    saveHolders(ctx, holders, holderOf({ ...role, permissions: [] })) // a disabled user who is enabled again may do nothing with it
    deleteRole(ctx, role)
    return { _id: role.id, deleted: true as const }
  },
})

function assertHoldsRole({ name, permissions }: RoleRow, { caller }: Context) {
  assertMayGrant(caller.permissions, name, permissions)
}

async function assertNameFree(ctx: Context, name: string) {
  assertNotBuiltIn(name)
  const owner = await findRoleByName(ctx, name)
  if (owner) throw generalProblem("GEN-1010", { kind: "role", field: "name", _id: owner.id })
}
