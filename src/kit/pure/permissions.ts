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

/** The roles that every tenant has. Nobody can grant a role that has more permissions than they have. */
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

export const roleDescriptions: Record<Role, string> = {
  "super-admin": "Everything; alone names and changes super admins, reads the mails, and erases or exports everything",
  admin: "Everything else",
  finance: "Change payments, partners, splits, refunds, disputes and the journal; send payouts; decide approvals",
  operator: "Change contacts, payments, transactions, orders, subscriptions and refunds",
  approver: "See, and decide approvals and refunds",
  developer: "See, and change contacts, payments, orders, services, webhooks and API keys",
  viewer: "See, but neither API keys nor settings",
}

/** A role that a tenant has defined, as its users carry it. */
export type OwnRole = { name: string; permissions: readonly Permission[] }
/** A user, or anything else with a role: a built-in one by its name, or one of the tenant's own by its id. */
export type RoleHolder = { role: string; own_role: OwnRole | null }

const sets = new Map<string, ReadonlySet<Permission>>(roleNames.map(role => [role, new Set(roles[role])]))
export const isBuiltIn = (role: string): role is Role => sets.has(role)
export const builtIn = (role: Role): RoleHolder => ({ role, own_role: null })

/** A user whose role is built in may still carry an own role that a process of an earlier version left. */
export const permissionsOf = ({ role, own_role }: RoleHolder): ReadonlySet<Permission> => sets.get(role) ?? new Set(own_role?.permissions)

/** "super-admin" → "Super admin" */
export const roleNameOf = ({ role, own_role }: RoleHolder): string =>
  isBuiltIn(role) || !own_role ? role.charAt(0).toUpperCase() + role.slice(1).replaceAll("-", " ") : own_role.name

/** How messages name a role: a built-in one as callers write it. */
export const roleWordOf = ({ role, own_role }: RoleHolder): string => (isBuiltIn(role) ? role : (own_role?.name ?? role))

/** Only super admins, who always exist, own the tenant: no other role can have it. */
export const grantable: readonly Permission[] = allBut("tenant.own")

/** What somebody needs for operations that move money, or that decide whether it moves. A test compares them with the operations. */
const movingMoney: readonly Permission[] = [
  "transactions.edit",
  "splits.edit",
  "refunds.edit",
  "disputes.edit",
  "subscriptions.edit",
  "authorizations.edit",
  "refunds.approve",
  "approvals.decide",
  "payouts.send",
]
export const movesMoney = (permission: string) => movingMoney.some(each => each === permission)

const seenBefore: Partial<Record<Permission, Permission>> = {
  "refunds.approve": "refunds.view",
  "approvals.decide": "approvals.view",
  "payouts.send": "splits.view",
}
/** Who changes something gets it in the response, so they must be allowed to see it. */
export const neededBeside = (permission: Permission): Permission | undefined =>
  seenBefore[permission] ?? view.find(each => permission === `${each.slice(0, -".view".length)}.edit`)

/** The first permission of the role that is not among `held`. */
export const missingPermission = (held: ReadonlySet<Permission>, holder: RoleHolder): Permission | undefined =>
  [...permissionsOf(holder)].find(permission => !held.has(permission))
