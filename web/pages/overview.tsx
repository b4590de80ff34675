import { useQuery } from "@tanstack/react-query"
import { Link } from "@tanstack/react-router"
import { BadgeCheck, ChevronRight, Gavel, Landmark, type LucideIcon, PartyPopper, Send, Webhook } from "lucide-react"
import { request } from "../client.ts"
import { Forbidden } from "../dashboard/forbidden.tsx"
import { PageHead } from "../dashboard/page-head.tsx"
import { usePermission, useSession } from "../dashboard/session.tsx"
import { money } from "../lib/money.ts"
import { Card, CardHead } from "../ui/card.tsx"
import { Empty, Skeleton } from "../ui/empty.tsx"
import { Failure } from "../ui/failure.tsx"
import { RelatedPayments } from "./related-payments.tsx"

/** What needs this person, and where the money of the business stands. */
export function Overview() {
  const { user } = useSession()
  const can = usePermission()
  return (
    <>
      <PageHead title="Overview" about={user.tenant.name} />
      <div className="grid grid-cols-[minmax(0,1fr)] items-start gap-4 lg:grid-cols-[minmax(0,1fr)_24rem]">
        <div className="min-w-0 space-y-4">
          {can("transactions.view") ? <Balances /> : <Forbidden needs="transactions.view" />}
          {can("paymentIntents.view") && <RelatedPayments filter={{}} />}
        </div>
        <NeedsMe />
      </div>
    </>
  )
}

type Waiting = {
  label: [one: string, many: string]
  icon: LucideIcon
  route: string
  query: object
  needs: string
  to: string
  search: Record<string, string>
}

const waiting: Waiting[] = [
  {
    label: ["approval waits for you", "approvals wait for you"],
    icon: BadgeCheck,
    route: "GET /v1/approvals/requests",
    query: { approver: "me", status: "pending" },
    needs: "approvals.view",
    to: "/approvals",
    search: {},
  },
  {
    label: ["dispute needs an answer", "disputes need an answer"],
    icon: Gavel,
    route: "GET /v1/disputes",
    query: { status: "needs-response" },
    needs: "disputes.view",
    to: "/disputes",
    search: { status: "needs-response" },
  },
  {
    label: ["payout failed or came back", "payouts failed or came back"],
    icon: Send,
    route: "GET /v1/payouts",
    query: { "status[in]": "failed,returned" },
    needs: "splits.view",
    to: "/payouts",
    search: { status: "failed" },
  },
  {
    label: ["bank transfer names no payment", "bank transfers name no payment"],
    icon: Landmark,
    route: "GET /v1/bank-transfers",
    query: { status: "unallocated" },
    needs: "transactions.view",
    to: "/bank-transfers",
    search: { status: "unallocated" },
  },
  {
    label: ["webhook endpoint was turned off", "webhook endpoints were turned off"],
    icon: Webhook,
    route: "GET /v1/dev/webhooks",
    query: { status: "inactive" },
    needs: "webhooks.view",
    to: "/webhooks",
    search: {},
  },
]

function NeedsMe() {
  const can = usePermission()
  const counts = useQuery({
    queryKey: ["overview", "waiting"],
    queryFn: () =>
      Promise.all(
        waiting.map(async each =>
          can(each.needs) ? ((await request(each.route, { ...each.query, limit: 1 })) as { count: number }).count : 0,
        ),
      ),
    refetchInterval: 30_000,
  })
  const open = waiting.flatMap((each, index) => ((counts.data?.[index] ?? 0) > 0 ? [{ ...each, count: counts.data![index]! }] : []))
  return (
    <Card aria-label="What needs you" className="pb-2">
      <CardHead title="What needs you" />
      {counts.isError && (
        <div className="px-5 pb-3">
          <Failure error={counts.error} onRetry={() => void counts.refetch()} />
        </div>
      )}
      {counts.isPending && <Skeleton className="mx-5 mb-4 h-24" />}
      {counts.data && open.length === 0 && (
        <Empty icon={PartyPopper} title="Nothing">
          No approval, dispute, failed payout or lost transfer waits for you.
        </Empty>
      )}
      <ul>
        {open.map(each => (
          <li key={each.to}>
            <Link to={each.to} search={each.search} className="mx-2 flex items-center gap-3 rounded-lg px-3 py-2.5 hover:bg-hover">
              <each.icon className="size-4 text-accent" aria-hidden />
              <span className="flex-1">
                <b className="num font-semibold">{each.count}</b> {each.label[each.count === 1 ? 0 : 1]}
              </span>
              <ChevronRight className="size-4 text-fg-3" aria-hidden />
            </Link>
          </li>
        ))}
      </ul>
    </Card>
  )
}

type Balance = { currency: string; available: number; pending: number; reserved: number; payable: number; receivable: number }

const meanings: [key: Exclude<keyof Balance, "currency">, label: string][] = [
  ["available", "Yours to spend"],
  ["pending", "On its way"],
  ["reserved", "Held"],
  ["payable", "Owed to partners"],
  ["receivable", "Owed to you"],
]

/** One row for each currency: they are never added. */
function Balances() {
  const balances = useQuery({
    queryKey: ["balances"],
    queryFn: () => request("GET /v1/balances", {}) as Promise<{ data: Balance[] } | Balance[]>,
  })
  const rows = Array.isArray(balances.data) ? balances.data : balances.data?.data
  return (
    <Card aria-label="Balances">
      <CardHead title="Where the money is" hint="From the ledger, by currency" />
      {balances.isError && (
        <div className="px-5 pb-4">
          <Failure error={balances.error} onRetry={() => void balances.refetch()} />
        </div>
      )}
      {balances.isPending && <Skeleton className="mx-5 mb-5 h-16" />}
      {rows?.length === 0 && <p className="border-t border-line px-5 py-6 text-center text-fg-3">No money has moved yet.</p>}
      {rows && rows.length > 0 && (
        <div className="overflow-x-auto border-t border-line" tabIndex={0} role="region" aria-label="Balances by currency">
          <table className="w-full">
            <thead>
              <tr className="border-b border-line text-xs text-fg-3">
                <th scope="col" className="h-9 px-5 text-left font-medium">
                  Currency
                </th>
                {meanings.map(([key, label]) => (
                  <th key={key} scope="col" className="h-9 px-3 text-right font-medium whitespace-nowrap last:pr-5">
                    {label}
                  </th>
                ))}
              </tr>
            </thead>
            <tbody>
              {rows.map(row => (
                <tr key={row.currency} className="border-b border-line last:border-0">
                  <th scope="row" className="h-11 px-5 text-left font-medium">
                    {row.currency}
                  </th>
                  {meanings.map(([key]) => (
                    <td key={key} className="num px-3 text-right whitespace-nowrap last:pr-5">
                      {money(row[key], row.currency)}
                    </td>
                  ))}
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      )}
    </Card>
  )
}
