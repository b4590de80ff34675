import { inSentence, t } from "./translate.ts"
import { say } from "./words.ts"

const special: Record<string, string> = {
  "refunds.approve": t`Release refunds`,
  "approvals.decide": t`Decide approvals`,
  "payouts.send": t`Send payouts`,
  "analytics.view": t`See analytics`,
  "audit.view": t`See the audit log`,
  "billing.admin": t`See the bill of this business`,
  "journal.edit": t`Close months and change the journal's accounts`,
  "gateways.edit": t`Connect and change gateways`,
  "tenant.own": t`Own the business: name super admins, read mails, export everything`,
}
const groups: Record<string, string> = {
  splits: t`Splits and payouts`,
  authorizations: t`Mandates`,
  apiKeys: t`API keys`,
  paymentIntents: t`Payments`,
}

/** `apiKeys` → "API keys". */
export const sayGroup = (group: string) => groups[group] ?? say(group)

/** `bankAccounts.edit` → "Change bank accounts". */
export function sayPermission(permission: string): string {
  const [group = "", verb] = permission.split(".")
  const name = inSentence(sayGroup(group))
  return special[permission] ?? (verb === "edit" ? t`Change ${name}` : t`See ${name}`)
}
