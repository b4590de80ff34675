import {
  Activity,
  BadgeCheck,
  BarChart3,
  CodeXml,
  FlaskConical,
  House,
  KeyRound,
  type LucideIcon,
  Mail,
  Receipt,
  ScrollText,
  Settings,
  ShieldCheck,
  Users,
  UsersRound,
  Webhook,
} from "lucide-react"
import { bankAccounts } from "../resources/bank-accounts/resource.tsx"
import { mandates } from "../resources/authorizations/resource.tsx"
import { orders } from "../resources/orders/resource.tsx"
import { services } from "../resources/services/resource.tsx"
import { apiKeys } from "../resources/api-keys/resource.tsx"
import { bankTransfers } from "../resources/bank-transfers/resource.tsx"
import { disputes } from "../resources/disputes/resource.tsx"
import { subscriptions } from "../resources/subscriptions/resource.tsx"
import { transactions } from "../resources/transactions/resource.tsx"
import { payouts } from "../resources/payouts/resource.tsx"
import { refunds } from "../resources/refund-intents/resource.tsx"
import { splits } from "../resources/payment-splits/resource.tsx"
import { payments } from "../resources/payment-intents/resource.tsx"
import { contacts } from "../resources/contacts/resource.tsx"
import { partnerships } from "../resources/partnerships/resource.tsx"
import { webhooks } from "../resources/webhooks/resource.tsx"
import type { Resource } from "./resource.ts"

/** Every resource that has a list and an object page. */
export const resources: readonly Resource[] = [
  payments,
  transactions,
  subscriptions,
  orders,
  services,
  disputes,
  bankTransfers,
  payouts,
  splits,
  refunds,
  contacts,
  partnerships,
  bankAccounts,
  mandates,
  webhooks,
  apiKeys,
]

export type Destination = {
  label: string
  path: string
  icon: LucideIcon
  needs?: string
  isSandboxOnly?: true
  /** `g`, then this key, goes there. */
  key?: string
}

const to = ({ title, path, icon, needs }: Resource, key?: string): Destination => ({
  label: title,
  path: `/${path}`,
  icon,
  needs,
  ...(key && { key }),
})

export const navigation: { title?: string; destinations: readonly Destination[] }[] = [
  {
    destinations: [
      { label: "Overview", path: "/", icon: House, key: "o" },
      { label: "Approvals", path: "/approvals", icon: BadgeCheck, needs: "approvals.view", key: "a" },
    ],
  },
  {
    title: "Money in",
    destinations: [to(payments, "p"), to(transactions, "t"), to(subscriptions, "s"), to(orders), to(disputes, "d"), to(bankTransfers)],
  },
  { title: "Money out", destinations: [to(payouts, "u"), to(splits), to(refunds, "r")] },
  { title: "People", destinations: [to(contacts, "c"), to(partnerships), to(bankAccounts), to(mandates), to(services)] },
  { title: "Insight", destinations: [{ label: "Analytics", path: "/analytics", icon: BarChart3, needs: "analytics.view", key: "n" }] },
  {
    title: "Developers",
    destinations: [
      { label: "API keys", path: "/api-keys", icon: KeyRound, needs: "apiKeys.view" },
      { label: "Webhooks", path: "/webhooks", icon: Webhook, needs: "webhooks.view", key: "w" },
      { label: "Mails", path: "/mails", icon: Mail, needs: "tenant.own", key: "m" },
      { label: "Events", path: "/events", icon: Activity, needs: "webhooks.view", key: "e" },
      { label: "Examples", path: "/examples", icon: CodeXml, needs: "webhooks.view" },
      { label: "Sandbox", path: "/sandbox", icon: FlaskConical, needs: "settings.edit", isSandboxOnly: true, key: "x" },
    ],
  },
  {
    title: "Business",
    destinations: [
      { label: "Policies", path: "/policies", icon: ScrollText, needs: "approvals.view" },
      { label: "Users", path: "/users", icon: Users, needs: "users.view" },
      { label: "Teams", path: "/teams", icon: UsersRound, needs: "users.view" },
      { label: "Audit log", path: "/audit", icon: ShieldCheck, needs: "audit.view", key: "l" },
      { label: "Billing", path: "/billing", icon: Receipt, needs: "billing.admin" },
      { label: "Settings", path: "/settings", icon: Settings, needs: "settings.view" },
    ],
  },
]
