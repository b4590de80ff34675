import { useQuery } from "@tanstack/react-query"
import { Receipt } from "lucide-react"
import { type ReactNode, useState } from "react"
import { call, type Output } from "../client.ts"
import { Forbidden } from "../dashboard/forbidden.tsx"
import { PageHead } from "../dashboard/page-head.tsx"
import { usePermission } from "../dashboard/session.tsx"
import { exactTime, shortDate, tenantZone } from "../lib/time.ts"
import { locale } from "../lib/language.ts"
import { rich } from "../lib/rich.ts"
import { t, whole } from "../lib/translate.ts"
import { Badge } from "../ui/badge.tsx"
import { Button } from "../ui/button.tsx"
import { Card, CardHead } from "../ui/card.tsx"
import { Dialog } from "../ui/dialog.tsx"
import { Empty, Skeleton } from "../ui/empty.tsx"
import { Fact, Facts } from "../ui/facts.tsx"
import { CardFailure, Failure } from "../ui/failure.tsx"
import { Status } from "../ui/status.tsx"
import { Money } from "../ui/value.tsx"
import { InvoiceLines } from "./invoice-lines.tsx"

type Invoice = Output<"GET /v1/billing/invoices/{id}">
type Plan = Output<"GET /v1/billing/plans">["data"][number]

/** What this business pays for Countersign itself. */
export function Billing() {
  return usePermission()("billing.admin") ? <AllowedBilling /> : <Forbidden needs="billing.admin" />
}

function AllowedBilling() {
  const stats = useQuery({ queryKey: ["billing", "stats"], queryFn: () => call("GET /v1/billing/stats", {}) })
  return (
    <>
      <PageHead title={t`Billing`} about={t`What this business pays for Countersign: the plan, the month so far, and every invoice.`} />
      <div className="grid grid-cols-[minmax(0,1fr)] items-start gap-4 lg:grid-cols-[minmax(0,1fr)_24rem]">
        <div className="min-w-0 space-y-4">
          <Card aria-label={t`This month`}>
            {stats.isError && (
              <div className="p-4">
                <Failure error={stats.error} onRetry={() => void stats.refetch()} />
              </div>
            )}
            {stats.isPending && <Skeleton className="m-5 h-32" />}
            {stats.data && <ThisMonth stats={stats.data} />}
          </Card>
          <Invoices />
        </div>
        <Plans />
      </div>
    </>
  )
}

function ThisMonth({ stats: { balance, currency, upcoming } }: { stats: Output<"GET /v1/billing/stats"> }) {
  return (
    <>
      <div className="grid border-b border-line sm:grid-cols-2">
        <div className="px-5 py-4">
          <h2 className="text-xs text-fg-3">{t`Open balance`}</h2>
          <p className="mt-1 text-xl font-semibold tracking-[-0.02em]">
            <Money amount={balance} currency={currency} />
          </p>
          <p className="text-xs text-fg-3">{balance === 0 ? t`Every invoice is paid` : t`The sum of the open invoices`}</p>
        </div>
        <div className="border-line px-5 py-4 max-sm:border-t sm:border-s">
          <h2 className="text-xs text-fg-3">{t`Upcoming invoice`}</h2>
          <p className="mt-1 text-xl font-semibold tracking-[-0.02em]">
            <Money amount={upcoming.total} currency={currency} />
          </p>
          <p className="text-xs text-fg-3">{t`If nothing more is used until ${exactTime(upcoming.periodEnd)}`}</p>
        </div>
      </div>
      <CardHead title={t`Used this month`} hint={t`Since ${shortDate(upcoming.periodStart)}, by the time of ${tenantZone()}`} />
      <InvoiceLines lines={upcoming.lines} currency={currency} total={upcoming.total} />
    </>
  )
}

function Invoices() {
  const [open, setOpen] = useState<Invoice | undefined>(undefined)
  const invoices = useQuery({ queryKey: ["billing", "invoices"], queryFn: () => call("GET /v1/billing/invoices", { limit: 100 }) })
  return (
    <Card aria-label={t`Invoices`}>
      <CardHead title={t`Invoices`} hint={t`One for each month, even if there is nothing to pay`} />
      <CardFailure query={invoices} />
      {invoices.isPending && <Skeleton className="mx-5 mb-5 h-24" />}
      {invoices.data?.data.length === 0 && (
        <Empty icon={Receipt} title={t`No invoice yet`}>
          {t`The first one is issued when this month ends.`}
        </Empty>
      )}
      <ul className="border-t border-line empty:hidden">
        {invoices.data?.data.map(invoice => (
          <li key={invoice._id} className="flex items-center gap-4 border-b border-line px-5 py-3 last:border-0">
            <span className="min-w-0 flex-1">
              <span className="block font-medium">{monthOf(invoice.periodStart)}</span>
              <span className="block text-xs text-fg-3">
                {invoice.number} · {t`due ${shortDate(invoice.dueAt)}`}
              </span>
            </span>
            <span className="flex items-center gap-x-4 gap-y-1 max-sm:flex-col-reverse max-sm:items-end">
              <Status status={invoice.status} />
              <Money amount={invoice.total} currency={invoice.currency} className="min-w-24 text-end font-medium" />
            </span>
            <Button size="sm" aria-label={t`See ${invoice.number}`} onClick={() => setOpen(invoice)}>
              {t`See`}
            </Button>
          </li>
        ))}
      </ul>
      {open && <InvoiceDialog invoice={open} onClose={() => setOpen(undefined)} />}
    </Card>
  )
}

const monthOf = (at: string) =>
  new Intl.DateTimeFormat(locale, { month: "long", year: "numeric", timeZone: tenantZone() }).format(new Date(at))

function InvoiceDialog({ invoice, onClose }: { invoice: Invoice; onClose(): void }) {
  return (
    <Dialog
      isOpen
      onClose={onClose}
      title={t`Invoice ${invoice.number}`}
      description={t`${monthOf(invoice.periodStart)}, issued ${shortDate(invoice.issuedAt)}`}
      footer={<Button onClick={onClose}>{t`Close`}</Button>}
    >
      <div className="mb-4">
        <Facts>
          <Fact label={t`State`}>
            <Status status={invoice.status} />
          </Fact>
          <Fact label={t`Due`}>{exactTime(invoice.dueAt)}</Fact>
          {invoice.paidAt && <Fact label={t`Paid`}>{exactTime(invoice.paidAt)}</Fact>}
          {invoice.reference && <Fact label={t`Reference`}>{invoice.reference}</Fact>}
        </Facts>
      </div>
      <InvoiceLines lines={invoice.lines} currency={invoice.currency} total={invoice.total} />
    </Dialog>
  )
}

function Plans() {
  const subscription = useQuery({ queryKey: ["billing", "subscription"], queryFn: () => call("GET /v1/billing/subscription", {}) })
  const plans = useQuery({ queryKey: ["billing", "plans"], queryFn: () => call("GET /v1/billing/plans", {}) })
  const current = subscription.data
  return (
    <Card aria-label={t`Plan`}>
      <CardHead title={t`Plan`} hint={t`Only the operator of this installation can change it`}>
        {current && (current.status === "active" ? <Badge tone="good">{t`Active`}</Badge> : <Badge tone="bad">{t`Past due`}</Badge>)}
      </CardHead>
      <CardFailure query={subscription} />
      {subscription.isPending && <Skeleton className="mx-5 mb-5 h-24" />}
      <ul className="border-t border-line empty:hidden">
        {plans.data?.data.map(plan => (
          <PlanRow
            key={plan.plan}
            plan={plan}
            isCurrent={plan.plan === current?.plan.plan}
            from={plan.plan === current?.nextPlan ? current.nextPlanFrom : null}
          />
        ))}
      </ul>
    </Card>
  )
}

function PlanRow({ plan, isCurrent, from }: { plan: Plan; isCurrent: boolean; from: string | null }) {
  return (
    <li className="border-b border-line px-5 py-3 last:border-0">
      <p className="flex items-center gap-2 font-medium">
        {plan.name}
        {isCurrent && <Badge tone="accent">{t`Yours`}</Badge>}
        {from && <Badge tone="info">{t`From ${shortDate(from)}`}</Badge>}
        <span className="ms-auto">
          <Money amount={plan.baseFee} currency={plan.currency} /> <span className="font-normal text-fg-3">{t`a month`}</span>
        </span>
      </p>
      <ul className="mt-1 text-xs text-fg-3">
        {Object.entries(plan.usage).map(([unit, { included, unitAmount }]) => (
          <li key={unit}>
            {priceOf(
              unit as keyof Plan["usage"],
              whole(included),
              unitAmount > 0 && <Money amount={unitAmount} currency={plan.currency} />,
            )}
          </li>
        ))}
      </ul>
    </li>
  )
}

function priceOf(unit: keyof Plan["usage"], included: string, price: ReactNode): ReactNode {
  if (unit === "payments") return price ? rich`Payments: ${included} included, then ${price} each` : t`Payments cost nothing`
  return price ? rich`Payouts: ${included} included, then ${price} each` : t`Payouts cost nothing`
}
