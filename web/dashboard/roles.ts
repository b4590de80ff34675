import { useQuery } from "@tanstack/react-query"
import { builtIn, permissionsOf, type Role, roleNames } from "../../src/kit/pure/permissions.ts"
import { call, type Output } from "../client.ts"
import type { Choice } from "../lib/form.ts"
import { readAll } from "../lib/read-all.ts"
import { t } from "../lib/translate.ts"
import { say } from "../lib/words.ts"
import { usePermission, useSession } from "./session.tsx"

type OwnRole = Output<"GET /v1/roles">["data"][number]
/** `role` is what users and keys have: the name of a built-in role, or the id of one of the business's own. */
export type AnyRole = { role: string; name: string; description: string; permissions: readonly string[]; own?: OwnRole }

const descriptions: Record<Role, string> = {
  "super-admin": t`Everything; alone names and changes super admins, reads the mails, and erases or exports everything`,
  admin: t`Everything else`,
  finance: t`Change payments, partners, splits, refunds, disputes and the journal; send payouts; decide approvals`,
  operator: t`Change contacts, payments, transactions, orders, subscriptions and refunds`,
  approver: t`See, and decide approvals and refunds`,
  developer: t`See, and change contacts, payments, orders, services, webhooks and API keys`,
  viewer: t`See, but neither API keys nor settings`,
}

const builtInRoles: readonly AnyRole[] = roleNames.map(role => ({
  role,
  name: say(role),
  description: descriptions[role],
  permissions: [...permissionsOf(builtIn(role))],
}))

const allOf = (own: readonly OwnRole[]): readonly AnyRole[] => [
  ...builtInRoles,
  ...own
    .toSorted((a, b) => a.name.localeCompare(b.name))
    .map(each => ({ role: each._id, name: each.name, description: each.description, permissions: each.permissions, own: each })),
]

/** The built-in roles, and those of the business by their names. */
export function useRoles() {
  const can = usePermission()
  const query = useQuery({
    queryKey: ["roles", "all"],
    queryFn: () => readAll(page => call("GET /v1/roles", page)),
    enabled: can("users.view"),
    staleTime: 60_000,
  })
  return { query, roles: allOf(query.data ?? []) }
}

/** Nobody can grant a role with more permissions than their own. */
export function useGrantableRoles(): readonly AnyRole[] {
  const { user } = useSession()
  const held: readonly string[] = user.permissions
  return useRoles().roles.filter(({ permissions }) => permissions.every(each => held.includes(each)))
}

export const roleChoices = (roles: readonly AnyRole[]): Choice[] => roles.map(({ role, name }) => ({ value: role, label: name }))

/** The name of a role; people who may not see users do not know those of the business. */
export function useRoleName(role: string): string {
  return useRoles().roles.find(each => each.role === role)?.name ?? t`Own role`
}
