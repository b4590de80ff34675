import { useQuery } from "@tanstack/react-query"
import { Link } from "@tanstack/react-router"
import {
  ArrowLeftRight,
  BadgeCheck,
  ChevronRight,
  CircleCheck,
  Gavel,
  Landmark,
  MessageSquareReply,
  type LucideIcon,
  Plug,
  Scale,
  Send,
  Webhook,
} from "lucide-react"
import type { ReactNode } from "react"
import { dayMs } from "../../../src/kit/pure/calendar.ts"
import { request } from "../../client.ts"
import type { Held } from "../../dashboard/approval.tsx"
import { usePermission } from "../../dashboard/session.tsx"
import { differenceInWords } from "../../lib/difference.ts"
import { money } from "../../lib/money.ts"
import { rich } from "../../lib/rich.ts"
import { ago, shortDate, tenantNow } from "../../lib/time.ts"
import { plural, t, whole } from "../../lib/translate.ts"
import { Card, CardHead } from "../../ui/card.tsx"
import { cn } from "../../ui/cn.ts"
import { Empty, Skeleton } from "../../ui/empty.tsx"
import { requestedAmount } from "../approvals/request.ts"
import { useRequests } from "../approvals/requests.ts"

type Row = {
  _id: string
  waiting: number
  amount: number
  currency: string
  evidenceDueAt: string
  failingSince: string | null
  url: string
  reference: string
  name: string
  connection: string
  currencies: readonly { currency: string; difference: number }[]
} & Held

type Waiting = {
  label(count: ReactNode): [one: ReactNode, many: ReactNode]
  icon: LucideIcon
  route: string
  query: Record<string, string>
  /** Which of the rows count, if the API has no filter for it. */
  isWaiting?(row: Row): boolean
  /** The permission to act on it. */
  needs: string
  /** The most urgent one, in words. */
  first(row: Row): string
  to: string
  /** Its own page, where it is the only one. */
  pageOf?(row: Row): string
  search: Record<string, string>
  isUrgent?: true
  /** Failed payouts never change their status, so they are shown for a limited time only. */
  isRecent?: true
}

const recentMs = 30 * dayMs

/** The link to the list has the same filter, so that the list shows the counted rows. */
const withRecent = ({ isRecent, ...each }: Waiting): Waiting => {
  const since: Record<string, string> = isRecent ? { "updatedAt[gte]": new Date(tenantNow().getTime() - recentMs).toISOString() } : {}
  return { ...each, query: { ...each.query, ...since }, search: { ...each.search, ...since } }
}

const amountOf = ({ amount, currency }: Row) => money(amount, currency)

const waiting: readonly Waiting[] = [
  {
    label: count => [rich`${count} dispute needs a response`, rich`${count} disputes need a response`],
    icon: Gavel,
    route: "GET /v1/disputes",
    query: { status: "needs-response", sort: "evidenceDueAt" },
    needs: "disputes.edit",
    first: row => t`${amountOf(row)} by ${shortDate(row.evidenceDueAt)}, ${ago(row.evidenceDueAt)}`,
    to: "/disputes",
    search: { status: "needs-response", sort: "evidenceDueAt" },
    isUrgent: true,
  },
  {
    label: count => [rich`${count} gateway refuses its keys`, rich`${count} gateways refuse their keys`],
    icon: Plug,
    route: "GET /v1/gateway-connections",
    query: { status: "failing" },
    needs: "gateways.edit",
    first: ({ name }) => t`${name}: no new charge begins there until it has new keys`,
    to: "/gateway-connections",
    search: { status: "failing" },
    isUrgent: true,
  },
  {
    label: count => [
      rich`${count} gateway holds another amount than the ledger says`,
      rich`${count} gateways hold another amount than the ledger says`,
    ],
    icon: Scale,
    route: "GET /v1/gateway-connections/differences",
    query: {},
    needs: "gateways.edit",
    first: ({ name, currencies }) => `${name}: ${differenceInWords(currencies)}`,
    to: "/gateway-connections",
    pageOf: ({ connection }) => `/gateway-connections/${connection}`,
    search: {},
  },
  {
    label: count => [rich`${count} refund waits to be released`, rich`${count} refunds wait to be released`],
    icon: ArrowLeftRight,
    route: "GET /v1/refund-intents",
    query: { status: "draft" },
    isWaiting: ({ approval }) => !approval?.required, // those with a policy are counted as approvals
    needs: "refunds.approve",
    first: row => t`${amountOf(row)}: no money has moved`,
    to: "/refunds",
    search: { status: "draft" },
  },
  {
    label: count => [rich`${count} payout failed in 30 days`, rich`${count} payouts failed in 30 days`],
    isRecent: true,
    icon: Send,
    route: "GET /v1/payouts",
    query: { status: "failed" },
    needs: "payouts.send",
    first: row => t`${amountOf(row)} did not arrive; it can be paid out again`,
    to: "/payouts",
    search: { status: "failed" },
  },
  {
    label: count => [rich`${count} payout returned in 30 days`, rich`${count} payouts returned in 30 days`],
    isRecent: true,
    icon: Send,
    route: "GET /v1/payouts",
    query: { status: "returned" },
    needs: "payouts.send",
    first: row => t`${amountOf(row)} was returned by the bank`,
    to: "/payouts",
    search: { status: "returned" },
  },
  {
    label: count => [rich`${count} settlement does not add up`, rich`${count} settlements do not add up`],
    isRecent: true,
    icon: Plug,
    route: "GET /v1/transactions",
    query: { settlementDiffers: "true" },
    needs: "gateways.edit",
    first: row => t`${amountOf(row)}: nothing of what the provider reports is booked; compare it with the provider's page`,
    to: "/transactions",
    search: { settlementDiffers: "true" },
  },
  {
    label: count => [rich`${count} bank answer waits for you`, rich`${count} bank answers wait for you`],
    icon: MessageSquareReply,
    route: "GET /v1/bank-answers",
    query: { status: "waiting" },
    needs: "payouts.send",
    first: ({ waiting: parts }) =>
      plural(parts, t`One part could not be applied to a payment`, t`${whole(parts)} parts could not be applied to a payment`),
    to: "/bank-answers",
    pageOf: ({ _id }) => `/bank-answers/${_id}`,
    search: { status: "waiting" },
  },
  {
    label: count => [rich`${count} bank transfer is not allocated`, rich`${count} bank transfers are not allocated`],
    icon: Landmark,
    route: "GET /v1/bank-transfers",
    query: { status: "unallocated" },
    needs: "transactions.edit",
    first: row => t`${amountOf(row)}, “${row.reference}”`,
    to: "/bank-transfers",
    search: { status: "unallocated" },
  },
  {
    label: count => [rich`${count} webhook endpoint fails`, rich`${count} webhook endpoints fail`],
    icon: Webhook,
    route: "GET /v1/dev/webhooks",
    query: { "status[in]": "active,inactive" },
    isWaiting: ({ failingSince }) => failingSince !== null,
    needs: "webhooks.edit",
    first: ({ url, failingSince }) => t`${url}, since ${shortDate(failingSince ?? "")}`,
    to: "/webhooks",
    search: {},
  },
]

type Open = Waiting & { count: number; detail: string }

function useWaiting() {
  const can = usePermission()
  const allowed = waiting.filter(({ needs }) => can(needs))
  return useQuery({
    queryKey: ["overview", "waiting", allowed.length],
    queryFn: async ({ signal }) => {
      const found = await Promise.all(
        allowed.map(withRecent).map(async each => {
          const limit = each.isWaiting ? 100 : 1
          const page = (await request(each.route, { ...each.query, limit }, { signal })) as { data: Row[]; count: number }
          const rows = page.data.filter(row => each.isWaiting?.(row) ?? true)
          const count = each.isWaiting ? rows.length : page.count
          const to = rows[0] && count === 1 ? (each.pageOf?.(rows[0]) ?? each.to) : each.to
          return { ...each, to, count, detail: rows[0] ? each.first(rows[0]) : "" }
        }),
      )
      return found.filter(({ count }) => count > 0)
    },
    refetchInterval: 30_000,
  })
}

const approvalsWait: Waiting["label"] = count => [rich`${count} approval waits for you`, rich`${count} approvals wait for you`]

function countedLabel({ label, count }: Pick<Open, "label" | "count">) {
  const [one, many] = label(<b className="num font-semibold">{whole(count)}</b>)
  return plural(count, "one", "many") === "one" ? one : many
}

/** Everything that waits for this person, with the most urgent of each kind in words. */
export function NeedsMe() {
  const requests = useRequests("mine")
  const others = useWaiting()
  const approvals = requests.data?.requests ?? []
  const first = approvals[0]
  const open: Pick<Open, "label" | "icon" | "to" | "search" | "count" | "detail" | "isUrgent">[] = [
    ...(first
      ? [
          {
            label: approvalsWait,
            icon: BadgeCheck,
            to: "/approvals",
            search: {},
            count: approvals.length,
            detail:
              approvals.length > 1
                ? t`${requestedAmount(first)} and ${whole(approvals.length - 1)} more: no money has moved`
                : t`${requestedAmount(first)}: no money has moved`,
          },
        ]
      : []),
    ...(others.data ?? []),
  ]
  const isLoading = others.isPending || requests.isLoading
  return (
    <Card aria-label={t`Needs your attention`} className="pb-2">
      <CardHead title={t`Needs your attention`} />
      {others.isError && <p className="px-5 pb-3 text-sm text-bad">{t`What waits could not be read. It is tried again in a moment.`}</p>}
      {isLoading && <Skeleton className="mx-5 mb-4 h-24" />}
      {!isLoading && !others.isError && open.length === 0 && (
        <Empty icon={CircleCheck} title={t`Nothing needs your attention`}>
          {t`There are no open approvals, refunds or disputes for you, no failed payouts, endpoints or gateways, no balance that differs
          and no unknown transfers.`}
        </Empty>
      )}
      <ul>
        {open.map(each => (
          <li key={`${each.to} ${JSON.stringify(each.search)}`}>
            <Link to={each.to} search={each.search} className="mx-2 flex items-center gap-3 rounded-lg px-3 py-2.5 hover:bg-hover">
              <each.icon className={cn("size-4 shrink-0", each.isUrgent ? "text-bad" : "text-accent")} aria-hidden />
              <span className="min-w-0 flex-1 leading-tight">
                <span className="block text-sm">{countedLabel(each)}</span>
                <span className="num block text-xs wrap-anywhere text-fg-3">{each.detail}</span>
              </span>
              <ChevronRight className="size-4 shrink-0 text-fg-3" aria-hidden />
            </Link>
          </li>
        ))}
      </ul>
    </Card>
  )
}
