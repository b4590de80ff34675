import { useQuery } from "@tanstack/react-query"
import { Inbox } from "lucide-react"
import { call } from "../../client.ts"
import type { ListSearch } from "../../dashboard/list-query.ts"
import { Log } from "../../dashboard/log.tsx"
import { LogFilter, useFilters } from "../../dashboard/log-filters.tsx"
import { NothingMatches } from "../../dashboard/nothing-matches.tsx"
import { replyTime, span, useNow } from "../../lib/duration.ts"
import { clockTime, localDate, shortDate, tenantNow } from "../../lib/time.ts"
import { plural, small, t, whole } from "../../lib/translate.ts"
import { cn } from "../../ui/cn.ts"
import { Empty } from "../../ui/empty.tsx"
import { Tabs } from "../../ui/tabs.tsx"
import { DeliveryDetail } from "./delivery.tsx"
import { type Delivery, lookOf, type Webhook } from "./words.ts"

const tabs = { all: {}, failing: { "status[in]": "pending,abandoned,canceled" }, delivered: { status: "delivered" } } as const
type Tab = keyof typeof tabs

/** The deliveries of an endpoint, newest first, with filters in the address. */
export function DeliveryLog({ webhook }: { webhook: Webhook }) {
  const [filters, setFilters] = useFilters()
  const tab = Object.hasOwn(tabs, filters["tab"] ?? "") ? (filters["tab"] as Tab) : "all"
  const read = (search: ListSearch) => {
    const { tab: _tab, ...query } = search
    return call("GET /v1/dev/webhooks/{id}/deliveries", { ...query, ...tabs[tab] }, { path: { id: webhook._id } })
  }
  const counts = useCounts(webhook, filters["event"])
  const types = useEventTypes()
  const isFiltered = tab !== "all" || filters["event"] !== undefined
  return (
    <Log<Delivery>
      label={t`Deliveries`}
      queryKey={["dev/webhooks", "deliveries", webhook._id]}
      read={read}
      refetchMs={rows => (rows.some(isDueSoon) ? 1_000 : 5_000)}
      note={t`Deliveries are kept for 90 days.`}
      head={
        <>
          <Tabs<Tab>
            label={t`Which deliveries`}
            value={tab}
            onChange={value => setFilters({ tab: value === "all" ? "" : value })}
            tabs={[
              { id: "all", label: t`All`, count: counts?.all },
              { id: "failing", label: t`Not delivered`, count: counts?.failing },
              { id: "delivered", label: t`Delivered`, count: counts?.delivered },
            ]}
          />
          <div className="border-b border-line p-3">
            <LogFilter
              label={t`Event`}
              value={filters["event"] ?? ""}
              onChange={event => setFilters({ event })}
              choices={["webhooks.test", ...types]}
            />
          </div>
        </>
      }
      row={delivery => <DeliveryRow delivery={delivery} />}
      detail={delivery => <DeliveryDetail key={delivery._id} webhook={webhook} delivery={delivery} />}
      empty={isFiltered ? <NothingMatches noun={t`delivery`} /> : <NothingSent />}
    />
  )
}

/** Deliveries that will change soon, so the list is read again. */
const isDueSoon = ({ nextAttemptAt }: Delivery) => nextAttemptAt !== null && Date.parse(nextAttemptAt) < tenantNow().getTime() + 2_000

function useCounts(webhook: Webhook, event: string | undefined) {
  const count = async (tab: Tab) => {
    const query = { ...tabs[tab], ...(event && { event }), limit: 1 }
    return (await call("GET /v1/dev/webhooks/{id}/deliveries", query, { path: { id: webhook._id } })).count
  }
  const counts = useQuery({
    queryKey: ["dev/webhooks", "delivery counts", webhook._id, event],
    queryFn: async () => {
      const [all, failing, delivered] = await Promise.all([count("all"), count("failing"), count("delivered")])
      return { all, failing, delivered }
    },
    refetchInterval: 5_000,
  })
  return counts.data
}

const useEventTypes = () =>
  useQuery({ queryKey: ["dev/events", "types"], queryFn: () => call("GET /v1/dev/events/types", {}), staleTime: Infinity }).data ?? []

function DeliveryRow({ delivery }: { delivery: Delivery }) {
  const { icon: Icon, label, color } = lookOf(delivery)
  const { event, createdAt, attempts, nextAttemptAt, status } = delivery
  const last = attempts.at(-1)
  const isToday = localDate(new Date(createdAt)) === localDate()
  const outcome =
    status === "pending"
      ? attempts.length === 0
        ? small(label)
        : nextAttemptAt && <Countdown to={nextAttemptAt} />
      : last
        ? `${last.status ?? small(t`No answer`)} · ${replyTime(last.ms)}`
        : small(label)
  return (
    <>
      <Icon className={cn("size-4 shrink-0", color)} aria-label={label} />
      <span className="min-w-0 flex-1 leading-tight">
        <span className="block truncate font-mono text-xs text-fg">{event}</span>
        <span className="block truncate text-xs text-fg-3">
          {plural(attempts.length, t`${whole(attempts.length)} try`, t`${whole(attempts.length)} tries`)}
        </span>
      </span>
      <span className="num text-end text-xs leading-tight text-fg-3">
        <span className="block">{isToday ? clockTime(createdAt) : shortDate(createdAt)}</span>
        <span className={cn("block", color !== "text-good" && color)}>{outcome}</span>
      </span>
    </>
  )
}

const Countdown = ({ to }: { to: string }) => t`in ${span(Math.max(0, Date.parse(to) - useNow().getTime()))}`

const NothingSent = () => (
  <Empty icon={Inbox} title={t`Nothing was sent yet`}>
    {t`Deliveries appear here as events happen. Send a test event to see one now.`}
  </Empty>
)
