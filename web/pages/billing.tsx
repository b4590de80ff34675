import { useQuery } from "@tanstack/react-query"
import { Receipt } from "lucide-react"
import { useState } from "react"
import { call, type Output } from "../client.ts"
import { Forbidden } from "../dashboard/forbidden.tsx"
import { PageHead } from "../dashboard/page-head.tsx"
import { usePermission } from "../dashboard/session.tsx"
import { exactTime, shortDate, tenantZone } from "../lib/time.ts"
import { say } from "../lib/words.ts"
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
      <PageHead title="Billing" about="What this business pays for Countersign: the plan, the month so far, and every invoice." />
      <div className="grid grid-cols-[minmax(0,1fr)] items-start gap-4 lg:grid-cols-[minmax(0,1fr)_24rem]">
        <div className="min-w-0 space-y-4">
          <Card aria-label="This month">
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
          <h2 className="text-xs text-fg-3">Open balance</h2>
          <p className="mt-1 text-xl font-semibold tracking-[-0.02em]">
            <Money amount={balance} currency={currency} />
          </p>
          <p className="text-xs text-fg-3">{balance === 0 ? "Every invoice is paid" : "The sum of the open invoices"}</p>
        </div>
        <div className="border-line px-5 py-4 max-sm:border-t sm:border-s">
          <h2 className="text-xs text-fg-3">Upcoming invoice</h2>
          <p className="mt-1 text-xl font-semibold tracking-[-0.02em]">
            <Money amount={upcoming.total} currency={currency} />
          </p>
          <p className="text-xs text-fg-3">If nothing more is used until {exactTime(upcoming.periodEnd)}</p>
        </div>
      </div>
      <CardHead title="Used this month" hint={`Since ${shortDate(upcoming.periodStart)}, by the time of ${tenantZone()}`} />
      <InvoiceLines lines={upcoming.lines} currency={currency} total={upcoming.total} />
    </>
  )
}

function Invoices() {
  const [open, setOpen] = useState<Invoice | undefined>(undefined)
  const invoices = useQuery({ queryKey: ["billing", "invoices"], queryFn: () => call("GET /v1/billing/invoices", { limit: 100 }) })
  return (
    <Card aria-label="Invoices">
      <CardHead title="Invoices" hint="One for each month, even if there is nothing to pay" />
      <CardFailure query={invoices} />
      {invoices.isPending && <Skeleton className="mx-5 mb-5 h-24" />}
      {invoices.data?.data.length === 0 && (
        <Empty icon={Receipt} title="No invoice yet">
          The first one is issued when this month ends.
        </Empty>
      )}
      <ul className="border-t border-line empty:hidden">
        {invoices.data?.data.map(invoice => (
          <li key={invoice._id} className="flex items-center gap-4 border-b border-line px-5 py-3 last:border-0">
            <span className="min-w-0 flex-1">
              <span className="block font-medium">{monthOf(invoice.periodStart)}</span>
              <span className="block text-xs text-fg-3">
                {invoice.number} · due {shortDate(invoice.dueAt)}
              </span>
            </span>
            <span className="flex items-center gap-x-4 gap-y-1 max-sm:flex-col-reverse max-sm:items-end">
              <Status status={invoice.status} />
              <Money amount={invoice.total} currency={invoice.currency} className="min-w-24 text-end font-medium" />
            </span>
            <Button size="sm" aria-label={`See ${invoice.number}`} onClick={() => setOpen(invoice)}>
              See
            </Button>
          </li>
        ))}
      </ul>
      {open && <InvoiceDialog invoice={open} onClose={() => setOpen(undefined)} />}
    </Card>
  )
}

const monthOf = (at: string) =>
  new Intl.DateTimeFormat(navigator.language, { month: "long", year: "numeric", timeZone: tenantZone() }).format(new Date(at))

function InvoiceDialog({ invoice, onClose }: { invoice: Invoice; onClose(): void }) {
  return (
    <Dialog
      isOpen
      onClose={onClose}
      title={`Invoice ${invoice.number}`}
      description={`${monthOf(invoice.periodStart)}, issued ${shortDate(invoice.issuedAt)}`}
      footer={<Button onClick={onClose}>Close</Button>}
    >
      <div className="mb-4">
        <Facts>
          <Fact label="State">
            <Status status={invoice.status} />
          </Fact>
          <Fact label="Due">{exactTime(invoice.dueAt)}</Fact>
          {invoice.paidAt && <Fact label="Paid">{exactTime(invoice.paidAt)}</Fact>}
          {invoice.reference && <Fact label="Reference">{invoice.reference}</Fact>}
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
    <Card aria-label="Plan">
      <CardHead title="Plan" hint="Only the operator of this installation can change it">
        {current && (current.status === "active" ? <Badge tone="good">Active</Badge> : <Badge tone="bad">Past due</Badge>)}
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
        {isCurrent && <Badge tone="accent">Yours</Badge>}
        {from && <Badge tone="info">From {shortDate(from)}</Badge>}
        <span className="ms-auto">
          <Money amount={plan.baseFee} currency={plan.currency} /> <span className="font-normal text-fg-3">a month</span>
        </span>
      </p>
      <ul className="mt-1 text-xs text-fg-3">
        {Object.entries(plan.usage).map(([unit, { included, unitAmount }]) => (
          <li key={unit}>
            {unitAmount === 0 ? (
              `${say(unit)} cost nothing`
            ) : (
              <>
                {included.toLocaleString()} {unit} included, then <Money amount={unitAmount} currency={plan.currency} /> each
              </>
            )}
          </li>
        ))}
      </ul>
    </li>
  )
}
