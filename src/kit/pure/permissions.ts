/** Permissions are `<group>.<view|edit>` and a few special ones; roles are named sets of them. */
const groups = [
  "contacts",
  "paymentIntents",
  "transactions",
  "orders",
  "services",
  "partnerships",
  "splits",
  "refunds",
  "disputes",
  "subscriptions",
  "authorizations",
  "bankAccounts",
  "gateways",
  "journal",
  "notes",
  "approvals",
  "webhooks",
  "apiKeys",
  "users",
  "settings",
] as const
/**
 * Only super admins have `tenant.own`. They appoint and change super admins, erase contacts, export everything, and read the mails, whose
 * links could pay or sign in.
 */
const special = [
  "refunds.approve",
  "approvals.decide",
  "payouts.send",
  "analytics.view",
  "audit.view",
  "billing.admin",
  "tenant.own",
] as const

type Group = (typeof groups)[number]
export type Permission = `${Group}.${"view" | "edit"}` | (typeof special)[number]

const view = groups.map(group => `${group}.view` as const)
const edit = groups.map(group => `${group}.edit` as const)
export const permissions: readonly Permission[] = [...view, ...edit, ...special]

const allBut = (...without: Permission[]) => permissions.filter(permission => !without.includes(permission))
const editing = (...names: Group[]) => names.map(group => `${group}.edit` as const)
const viewing = allBut("apiKeys.view", "settings.view").filter(permission => permission.endsWith(".view"))

/** Nobody can grant a role that has more permissions than they have. */
export const roles = {
  "super-admin": permissions,
  admin: allBut("tenant.own"),
  finance: [
    ...viewing,
    ...editing("contacts", "paymentIntents", "transactions", "orders", "services", "partnerships", "splits", "refunds", "disputes"),
    ...editing("subscriptions", "authorizations", "bankAccounts", "journal", "notes"),
    "refunds.approve",
    "payouts.send",
    "approvals.decide",
  ],
  operator: [...viewing, ...editing("contacts", "paymentIntents", "transactions", "orders", "subscriptions", "refunds", "notes")],
  approver: [...viewing, ...editing("notes"), "approvals.decide", "refunds.approve"],
  developer: [...view, "analytics.view", ...editing("contacts", "paymentIntents", "orders", "services", "webhooks", "apiKeys")],
  viewer: viewing,
} as const satisfies Record<string, readonly Permission[]>

export type Role = keyof typeof roles
export const roleNames = Object.keys(roles) as Role[]

const sets = new Map<Role, ReadonlySet<Permission>>(roleNames.map(role => [role, new Set(roles[role])]))
export const permissionsOf = (role: Role): ReadonlySet<Permission> => sets.get(role) ?? new Set()

/** The first permission of `role` that is not among `held`. */
export function missingPermission(held: ReadonlySet<Permission>, role: Role): Permission | undefined {
  return roles[role].find(permission => !held.has(permission))
}
