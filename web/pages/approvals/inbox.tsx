import { useQuery } from "@tanstack/react-query"
import { Link, useNavigate, useSearch } from "@tanstack/react-router"
import { BadgeCheck, ScrollText, UserRoundCheck } from "lucide-react"
import { useState } from "react"
import { call, request as send } from "../../client.ts"
import { Forbidden } from "../../dashboard/forbidden.tsx"
import { PageHead } from "../../dashboard/page-head.tsx"
import { usePermission, useSession } from "../../dashboard/session.tsx"
import { useKeptRows, useMoveByKeys } from "../../dashboard/split-view.ts"
import { rich } from "../../lib/rich.ts"
import { plural, t, whole } from "../../lib/translate.ts"
import { buttonLook } from "../../ui/button.tsx"
import { Card } from "../../ui/card.tsx"
import { cn } from "../../ui/cn.ts"
import { Empty, Skeleton } from "../../ui/empty.tsx"
import { Failure } from "../../ui/failure.tsx"
import { Key, Tabs } from "../../ui/tabs.tsx"
import { Detail } from "./detail.tsx"
import { RequestRow } from "./request-row.tsx"
import { type ApprovalRequest, viewOf } from "./turn.ts"
import { type TabName, tabNames, useRequests, useSeats } from "./requests.ts"

/** Money that waits for a person: the list at the left, the decision at the right. */
export function Inbox() {
  return usePermission()("approvals.view") ? <AllowedInbox /> : <Forbidden needs="approvals.view" />
}

function AllowedInbox() {
  const search = useSearch({ strict: false }) as { tab?: string; id?: string }
  const navigate = useNavigate()
  const seatIn = useSeats()
  const tab = tabNames.find(name => name === search.tab) ?? "mine"
  const lists = { mine: useRequests("mine"), open: useRequests("open"), decided: useRequests("decided") }
  const current = lists[tab]
  const shownId = useShownId(search.id, tab, current.data?.requests ?? [])
  const linked = useLinkedRequest(shownId)
  const rows = useKeptRows(tab, current.data?.requests ?? [], linked.data)
  const shown = linked.data ?? rows.find(row => row._id === shownId)
  const isOpen = search.id !== undefined
  // Opening the first request adds a step to the history, because on a phone it covers the list, and Back must return to it.
  const open = (id: string) => void navigate({ to: "/approvals", search: { tab, ...(id && { id }) }, replace: isOpen })
  const { pane, show, move } = useMoveByKeys(shown?._id, rows, open)
  return (
    <div className="lg:-mb-10 lg:flex lg:h-[calc(100dvh-6rem)] lg:flex-col">
      <div className={cn(isOpen && "max-lg:hidden")}>
        <Head />
      </div>
      <Card aria-label={t`Approval requests`} className="min-h-0 lg:grid lg:flex-1 lg:grid-cols-[21.5rem_minmax(0,1fr)] lg:overflow-hidden">
        <div className={cn("flex min-h-0 flex-col border-line lg:border-e", isOpen && "max-lg:hidden")}>
          <Tabs
            label={t`Which requests`}
            value={tab}
            onChange={next => void navigate({ to: "/approvals", search: { tab: next }, replace: true })}
            tabs={[
              { id: "mine", label: t`For me`, count: lists.mine.data?.count },
              { id: "open", label: t`All open`, count: lists.open.data?.count },
              { id: "decided", label: t`Decided`, count: lists.decided.data?.count },
            ]}
          />
          {current.isError && (
            <div className="p-3">
              <Failure error={current.error} onRetry={() => void current.refetch()} />
            </div>
          )}
          {current.isPending && <LoadingRows />}
          {current.data && rows.length === 0 && <NothingHere tab={tab} others={lists.open.data?.count ?? 0} />}
          <ul className="min-h-0 flex-1 overflow-y-auto">
            {rows.map(row => (
              <RequestRow key={row._id} request={row} seat={seatIn(row)} isShown={row._id === shown?._id} onOpen={() => show(row._id)} />
            ))}
          </ul>
        </div>
        <div ref={pane} className={cn("min-h-0 min-w-0", !isOpen && "max-lg:hidden")}>
          {shown && (
            <Shown
              key={shown._id}
              request={shown}
              seat={seatIn(shown)}
              onBack={() => open("")}
              onNext={() => move(1)}
              onDecided={() => open(shown._id)}
            />
          )}
          {!shown && linked.isError && (
            <div className="p-4">
              <Failure error={linked.error} onRetry={() => void linked.refetch()} />
            </div>
          )}
        </div>
      </Card>
    </div>
  )
}

function Head() {
  const can = usePermission()
  return (
    <PageHead title={t`Approvals`} about={t`Money that waits for a decision. None of it has moved.`}>
      <span className="hidden items-center gap-1.5 text-xs text-fg-3 lg:flex">
        {rich`${<Key>J</Key>} ${<Key>K</Key>} move`}
        {can("approvals.decide") && rich`${<Key>A</Key>} approve ${<Key>R</Key>} reject it`}
      </span>
      {can("approvals.decide") && (
        <Link to="/account" hash="away" className={buttonLook()}>
          <UserRoundCheck className="size-4 text-fg-3" aria-hidden /> {t`While you are away`}
        </Link>
      )}
      <Link to="/policies" className={buttonLook()}>
        <ScrollText className="size-4 text-fg-3" aria-hidden /> {t`Policies`}
      </Link>
    </PageHead>
  )
}

type ShownProps = { request: ApprovalRequest; seat: string | undefined; onBack(): void; onNext(): void; onDecided(): void }
type ActionState = { action: string; allowed: boolean }

/** The request as its own route returns it, which says whether this person may decide. */
function Shown({ request, seat, ...handlers }: ShownProps) {
  const { user } = useSession()
  const actions = useQuery({
    queryKey: ["approvals/requests", "actions", request._id, request.version],
    queryFn: () => send("GET /v1/approvals/requests/{id}/actions", {}, { path: { id: request._id } }) as Promise<ActionState[]>,
    enabled: request.status === "pending",
  })
  const isAllowed = actions.data?.some(({ action, allowed }) => action === "approve" && allowed) ?? true
  return <Detail request={request} seat={seat} view={viewOf(request, user._id, isAllowed && seat !== undefined)} {...handlers} />
}

function NothingHere({ tab, others }: { tab: TabName; others: number }) {
  if (tab === "decided")
    return (
      <Empty icon={BadgeCheck} title={t`Nothing was decided yet`}>
        {t`Approved, rejected and closed requests stay here, with who decided and what happened.`}
      </Empty>
    )
  return (
    <Empty icon={BadgeCheck} title={tab === "mine" && others > 0 ? t`Nothing waits for you` : t`Nothing waits`}>
      {tab === "mine" && others > 0
        ? plural(others, t`${whole(others)} request waits for others.`, t`${whole(others)} requests wait for others.`)
        : t`When a policy matches a payout, refund, split, payment or mandate, its request comes here. No money moves until it is decided.`}
    </Empty>
  )
}

const LoadingRows = () => (
  <div role="status" aria-label={t`Loading`}>
    {[0, 1, 2].map(row => (
      <div key={row} className="space-y-2.5 border-b border-line px-4 py-3.5">
        <Skeleton className="w-32" />
        <Skeleton className="w-56" />
        <Skeleton className="w-24" />
      </div>
    ))}
  </div>
)

/**
 * If the address names none, the first one is shown. It stays when a new one arrives or somebody else decides it, because the person is
 * reading it.
 */
function useShownId(named: string | undefined, tab: TabName, [newest]: ApprovalRequest[]): string | undefined {
  const [first, setFirst] = useState<{ tab: TabName; id: string } | undefined>(undefined)
  const isOfTab = first?.tab === tab
  if (newest && !isOfTab) setFirst({ tab, id: newest._id })
  return named ?? (isOfTab ? first.id : undefined)
}

/** The request that is shown, even when it is not in the open tab. */
function useLinkedRequest(id: string | undefined) {
  return useQuery({
    queryKey: ["approvals/requests", "object", id],
    queryFn: () => call("GET /v1/approvals/requests/{id}", {}, { path: { id: id! } }),
    enabled: id !== undefined,
  })
}
