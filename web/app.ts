import {
  Activity,
  BadgeCheck,
  BarChart3,
  BookOpenText,
  CodeXml,
  FlaskConical,
  Hourglass,
  House,
  KeySquare,
  Link2,
  ListChecks,
  Mail,
  Receipt,
  ScrollText,
  Settings,
  ShieldCheck,
  UserRoundCheck,
  Users,
  UsersRound,
} from "lucide-react"
import type { App, Destination } from "./dashboard/app-context.ts"
import type { Resource } from "./dashboard/resource.ts"
import { createDashboardRouter, screen } from "./dashboard/router.tsx"
import { loadOnce } from "./lib/load-once.ts"
import { t } from "./lib/translate.ts"
import { useOwnRequestCount, useWaitingRequests } from "./pages/approvals/waiting.ts"
import { apiKeys } from "./resources/api-keys/resource.tsx"
import { mandates } from "./resources/authorizations/resource.tsx"
import { bankAccounts } from "./resources/bank-accounts/resource.tsx"
import { bankAnswers } from "./resources/bank-answers/resource.tsx"
import { bankStatements } from "./resources/bank-statements/resource.tsx"
import { bankTransfers } from "./resources/bank-transfers/resource.tsx"
import { checkpoints } from "./resources/checkpoints/resource.tsx"
import { contacts } from "./resources/contacts/resource.tsx"
import { useOpenDisputeCount } from "./resources/disputes/open-count.ts"
import { disputes } from "./resources/disputes/resource.tsx"
import { gatewayConnections } from "./resources/gateway-connections/resource.tsx"
import { imports } from "./resources/imports/resource.tsx"
import { journalCloses } from "./resources/journal-closes/resource.tsx"
import { orders } from "./resources/orders/resource.tsx"
import { ownAccounts } from "./resources/own-accounts/resource.tsx"
import { partnerships } from "./resources/partnerships/resource.tsx"
import { paymentFiles } from "./resources/payment-files/resource.tsx"
import { payments } from "./resources/payment-intents/resource.tsx"
import { purchases } from "./resources/payment-link-purchases/resource.tsx"
import { paymentLinks } from "./resources/payment-links/resource.tsx"
import { splits } from "./resources/payment-splits/resource.tsx"
import { payouts } from "./resources/payouts/resource.tsx"
import { refunds } from "./resources/refund-intents/resource.tsx"
import { savedMethods } from "./resources/saved-methods/resource.tsx"
import { services } from "./resources/services/resource.tsx"
import { subscriptions } from "./resources/subscriptions/resource.tsx"
import { transactions } from "./resources/transactions/resource.tsx"
import { webhooks } from "./resources/webhooks/resource.tsx"
import { deferred, deferredDialog } from "./ui/deferred.tsx"

/** Whole screens. A resource needs none: the dashboard makes its list and its object page. */
const screens = [
  screen("/", () => import("./pages/overview.tsx"), "Overview"),
  screen("/approvals", () => import("./pages/approvals/inbox.tsx"), "Inbox"),
  screen("/reconciliation", () => import("./pages/bank-lines/page.tsx"), "BankLines"),
  screen("/policies", () => import("./pages/policies/list.tsx"), "Policies"),
  screen("/policies/$id", () => import("./pages/policies/editor.tsx"), "PolicyPage"),
  screen("/sandbox", () => import("./pages/sandbox/page.tsx"), "Sandbox"),
  screen("/users", () => import("./pages/users/page.tsx"), "Users"),
  screen("/roles", () => import("./pages/roles/page.tsx"), "Roles"),
  screen("/teams", () => import("./pages/users/teams.tsx"), "Teams"),
  screen("/billing", () => import("./pages/billing.tsx"), "Billing"),
  screen("/mails", () => import("./pages/mails.tsx"), "Mails"),
  screen("/events", () => import("./pages/events.tsx"), "Events"),
  screen("/examples", () => import("./pages/examples.tsx"), "Examples"),
  screen("/open", () => import("./pages/open.tsx"), "Open"),
  screen("/audit", () => import("./pages/audit.tsx"), "Audit"),
  screen("/settings", () => import("./pages/settings/page.tsx"), "SettingsPage"),
  screen("/notifications", () => import("./pages/notices/page.tsx"), "Notices"),
  screen("/notifications/settings", () => import("./pages/notices/settings.tsx"), "NoticeSettings"),
  screen("/device", () => import("./pages/device/page.tsx"), "Device"),
  screen("/account", () => import("./pages/account/page.tsx"), "Account"),
  screen("/journal", () => import("./pages/journal/page.tsx"), "JournalPage"),
  screen("/receivables", () => import("./pages/receivables/page.tsx"), "Receivables"),
  screen("/analytics", () => import("./pages/analytics/page.tsx"), "Analytics"),
] as const

const to = ({ title, path, icon, needs }: Resource, key?: string): Destination => ({
  label: title,
  path: `/${path}`,
  icon,
  needs,
  ...(key && { key }),
})

const PaymentLinkDialog = deferredDialog(async () => (await import("./resources/payment-intents/link-dialog.tsx")).PaymentLinkDialog)

const loadDetails = loadOnce(async () => (await import("./resources/details.ts")).details)

/** The one list of resources, screens and navigation. All other files read it by `useApp`. */
export const app: App = {
  resources: [
    payments,
    transactions,
    subscriptions,
    paymentLinks,
    purchases,
    orders,
    services,
    disputes,
    bankTransfers,
    bankStatements,
    payouts,
    paymentFiles,
    bankAnswers,
    splits,
    refunds,
    contacts,
    partnerships,
    bankAccounts,
    ownAccounts,
    mandates,
    savedMethods,
    gatewayConnections,
    journalCloses,
    imports,
    checkpoints,
    webhooks,
    apiKeys,
  ],
  loadDetails,
  screenEvents: { approvalRequests: "approvals/requests", approvalPolicies: "approvals/policies" },
  navigation: [
    {
      destinations: [
        { label: t`Overview`, path: "/", icon: House, key: "o" },
        { label: t`Approvals`, path: "/approvals", icon: BadgeCheck, needs: "approvals.view", key: "a", useOpenCount: useOwnRequestCount },
      ],
    },
    {
      title: t`Money in`,
      destinations: [
        to(payments, "p"),
        to(transactions, "t"),
        to(subscriptions, "s"),
        to(paymentLinks),
        to(orders),
        { ...to(disputes, "d"), useOpenCount: useOpenDisputeCount },
        to(bankTransfers),
        to(bankStatements),
        { label: t`Bank lines`, path: "/reconciliation", icon: ListChecks, needs: "transactions.view", key: "b" },
      ],
    },
    {
      title: t`Money out`,
      destinations: [to(payouts, "u"), to(paymentFiles), to(bankAnswers), to(splits), to(refunds, "r"), to(ownAccounts)],
    },
    {
      title: t`People`,
      destinations: [to(contacts, "c"), to(partnerships), to(bankAccounts), to(mandates), to(savedMethods), to(services)],
    },
    {
      title: t`Reports`,
      destinations: [
        { label: t`Analytics`, path: "/analytics", icon: BarChart3, needs: "analytics.view", key: "n" },
        { label: t`Aged receivables`, path: "/receivables", icon: Hourglass, needs: "analytics.view" },
        { label: t`Journal`, path: "/journal", icon: BookOpenText, needs: "journal.view", key: "j" },
        to(journalCloses),
      ],
    },
    {
      title: t`Developers`,
      destinations: [
        to(apiKeys),
        to(webhooks, "w"),
        { label: t`Mails`, path: "/mails", icon: Mail, needs: "tenant.own", key: "m" },
        { label: t`Events`, path: "/events", icon: Activity, needs: "webhooks.view", key: "e" },
        { label: t`Examples`, path: "/examples", icon: CodeXml, needs: "webhooks.view" },
        { label: t`Sandbox`, path: "/sandbox", icon: FlaskConical, needs: "settings.edit", isSandboxOnly: true, key: "x" },
      ],
    },
    {
      title: t`Business`,
      destinations: [
        { label: t`Policies`, path: "/policies", icon: ScrollText, needs: "approvals.view" },
        { label: t`Users`, path: "/users", icon: Users, needs: "users.view" },
        { label: t`Roles`, path: "/roles", icon: KeySquare, needs: "users.view" },
        { label: t`Teams`, path: "/teams", icon: UsersRound, needs: "users.view" },
        { label: t`Audit log`, path: "/audit", icon: ShieldCheck, needs: "audit.view", key: "l" },
        to(checkpoints),
        { label: t`Billing`, path: "/billing", icon: Receipt, needs: "billing.admin" },
        to(gatewayConnections),
        to(imports),
        { label: t`Settings`, path: "/settings", icon: Settings, needs: "settings.view" },
      ],
    },
  ],
  accountMenu: [
    { label: t`Sessions and assistants`, path: "/account" },
    { label: t`Notifications`, path: "/notifications/settings" },
  ],
  mainAction: {
    id: "payment link",
    label: t`Payment link`,
    title: t`New payment link`,
    icon: Link2,
    needs: "paymentIntents.edit",
    Dialog: PaymentLinkDialog,
  },
  SecondFactorDue: deferred(async () => (await import("./pages/account/second-factor-due.tsx")).SecondFactorDue),
  palette: {
    useWaiting: useWaitingRequests,
    links: [
      { id: "policy", label: t`New policy`, hint: t`Create`, icon: ScrollText, needs: "approvals.edit", to: "/policies/new" },
      {
        id: "hand-over",
        label: t`Hand over my approvals`,
        hint: t`While you are away`,
        icon: UserRoundCheck,
        needs: "approvals.decide",
        to: "/account?open=hand-over",
      },
    ],
  },
}

export const router = createDashboardRouter(screens, loadDetails)

/** The address of each page, as the service matches it: `/payments/:id`. */
export const addresses = (): string[] => [
  ...screens.map(({ fullPath }) => fullPath.replaceAll("$", ":")),
  ...app.resources.flatMap(({ path, object }) => [`/${path}`, ...(object ? [`/${path}/:id`] : [])]),
]

declare module "@tanstack/react-router" {
  interface Register {
    router: typeof router
  }
}
