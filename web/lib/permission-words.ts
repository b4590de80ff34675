import { say } from "./words.ts"

const special: Record<string, string> = {
  "refunds.approve": "Release refunds",
  "approvals.decide": "Decide approvals",
  "payouts.send": "Send payouts",
  "analytics.view": "See analytics",
  "audit.view": "See the audit log",
  "billing.admin": "See the bill of this business",
  "journal.edit": "Close months and change the journal's accounts",
  "gateways.edit": "Connect and change gateways",
  "tenant.own": "Own the business: name super admins, read mails, export everything",
}
const groups: Record<string, string> = {
  splits: "Splits and payouts",
  authorizations: "Mandates",
  apiKeys: "API keys",
  paymentIntents: "Payments",
}

/** `apiKeys` → "API keys". */
export const sayGroup = (group: string) => groups[group] ?? say(group)

/** `bankAccounts.edit` → "Change bank accounts". */
export function sayPermission(permission: string): string {
  const [group = "", verb] = permission.split(".")
  const name = group === "apiKeys" ? sayGroup(group) : sayGroup(group).toLowerCase()
  return special[permission] ?? `${verb === "edit" ? "Change" : "See"} ${name}`
}
