import { useQuery } from "@tanstack/react-query"
import { Link } from "@tanstack/react-router"
import { CircleCheck, KeyRound, Landmark, Link2, type LucideIcon, ShieldCheck, UserPlus, Webhook } from "lucide-react"
import { useState } from "react"
import { call, request } from "../../client.ts"
import { usePermission, useSession } from "../../dashboard/session.tsx"
import { t } from "../../lib/translate.ts"
import { Button, buttonLook } from "../../ui/button.tsx"
import { Card, CardHead } from "../../ui/card.tsx"
import { cn } from "../../ui/cn.ts"
import { deferredDialog } from "../../ui/deferred.tsx"

const PaymentLinkDialog = deferredDialog(async () => (await import("../../resources/payment-intents/link-dialog.tsx")).PaymentLinkDialog)

type Step = {
  title: string
  about: string
  /** Only for live businesses, or only for sandboxes. */
  mode?: "live" | "sandbox"
  icon: LucideIcon
  label: string
  /** The page of this step; without it, a dialog opens on this page. */
  to?: string
  route: string
  query?: Record<string, string>
  /** How many of these objects a new business has from the start. */
  given: number
  needs: string
}

const askForMoney = {
  title: t`Ask for money`,
  icon: Link2,
  label: t`Create a payment link`,
  route: "GET /v1/payment-intents",
  given: 0,
  needs: "paymentIntents.edit",
}

/** Steps that need no program come first. */
const steps: readonly Step[] = [
  { ...askForMoney, mode: "sandbox", about: t`A payment link needs an amount and an e-mail. Open it and pay with a test card.` },
  { ...askForMoney, mode: "live", about: t`A payment link needs an amount and an e-mail. Send it to the payer.` },
  {
    title: t`Show your bank account`,
    about: t`Payers need its number for bank transfers. Add it, and show it to payers.`,
    mode: "live",
    icon: Landmark,
    label: t`Add a bank account`,
    to: "/bank-accounts",
    route: "GET /v1/bank-accounts",
    query: { owner: "self", shownToPayers: "true" },
    given: 0,
    needs: "bankAccounts.edit",
  },
  {
    title: t`Invite a colleague`,
    about: t`An e-mail and a role. A second person can approve the payments that you raise.`,
    icon: UserPlus,
    label: t`Invite somebody`,
    to: "/users",
    route: "GET /v1/users",
    query: { type: "person" },
    given: 1,
    needs: "users.edit",
  },
  {
    title: t`Choose who releases money`,
    about: t`A policy holds payouts and refunds until the right people approve.`,
    icon: ShieldCheck,
    label: t`Write a policy`,
    to: "/policies/new",
    route: "GET /v1/approvals/policies",
    given: 0,
    needs: "approvals.edit",
  },
  {
    title: t`Connect your program`,
    about: t`Give it an API key with the role that it needs.`,
    icon: KeyRound,
    label: t`Create an API key`,
    to: "/api-keys",
    route: "GET /v1/dev/api-keys",
    given: 1,
    needs: "apiKeys.edit",
  },
  {
    title: t`Receive events`,
    about: t`A webhook sends every change to your server, signed.`,
    icon: Webhook,
    label: t`Add an endpoint`,
    to: "/webhooks",
    route: "GET /v1/dev/webhooks",
    given: 0,
    needs: "webhooks.edit",
  },
]

/** For a business that has collected nothing yet: the first steps, and which of them are done. */
export function FirstSteps() {
  const can = usePermission()
  const { tenant } = useSession().user
  const [isLinkOpen, setLinkOpen] = useState<boolean | undefined>(undefined)
  const allowed = steps.filter(({ needs, mode }) => can(needs) && (mode ?? tenant.mode) === tenant.mode)
  const isNew = useIsNew()
  const counts = useQuery({
    queryKey: ["overview", "first steps", allowed.length],
    queryFn: () =>
      Promise.all(allowed.map(async ({ route, query }) => ((await request(route, { ...query, limit: 1 })) as { count: number }).count)),
    enabled: isNew && allowed.length > 0,
  })
  if (!isNew || !counts.data) return null
  const isMany = allowed.length > 4 // five beside each other would be too narrow
  return (
    <>
      <Card aria-label={t`First steps`} className="mb-4 pb-2">
        <CardHead title={t`First steps`} hint={t`In any order. This list disappears when the first money arrives.`} />
        <ol
          className={cn("grid grid-cols-[minmax(0,1fr)] border-t border-line sm:grid-cols-2", isMany ? "xl:grid-cols-3" : "xl:grid-cols-4")}
        >
          {allowed.map((step, index) => (
            <li key={step.title} className="flex flex-col items-start gap-1 p-5">
              {counts.data[index]! > step.given ? (
                <CircleCheck className="size-5 text-good" aria-label={t`Done`} role="img" />
              ) : (
                <step.icon className="size-5 text-fg-3" aria-hidden />
              )}
              <h3 className="mt-1 text-sm font-semibold">{step.title}</h3>
              <p className="mb-2 flex-1 text-sm text-fg-3">{step.about}</p>
              {step.to ? (
                <Link to={step.to} className={buttonLook()}>
                  {step.label}
                </Link>
              ) : (
                <Button variant="primary" onClick={() => setLinkOpen(true)}>
                  {step.label}
                </Button>
              )}
            </li>
          ))}
        </ol>
      </Card>
      {isLinkOpen !== undefined && <PaymentLinkDialog isOpen={isLinkOpen} onClose={() => setLinkOpen(false)} />}
    </>
  )
}

/** Until a payment has settled, even one that was reversed later. */
function useIsNew(): boolean {
  const can = usePermission()
  const settled = useQuery({
    queryKey: ["transactions", "first settled"],
    queryFn: () => call("GET /v1/transactions", { "status[in]": "succeeded,reversed", limit: 1 }),
    enabled: can("transactions.view"),
  })
  return settled.data?.count === 0
}
