import { useQuery } from "@tanstack/react-query"
import { Link, useNavigate, useSearch } from "@tanstack/react-router"
import { BadgeCheck, ScrollText } from "lucide-react"
import { useEffect } from "react"
import { call } from "../../client.ts"
import { isTyping } from "../../lib/typing.ts"
import { Forbidden } from "../../dashboard/forbidden.tsx"
import { PageHead } from "../../dashboard/page-head.tsx"
import { usePermission } from "../../dashboard/session.tsx"
import { useUserNames } from "../../dashboard/user-names.ts"
import { say } from "../../lib/words.ts"
import { Button } from "../../ui/button.tsx"
import { Card } from "../../ui/card.tsx"
import { cn } from "../../ui/cn.ts"
import { Empty, Skeleton } from "../../ui/empty.tsx"
import { Failure } from "../../ui/failure.tsx"
import { Status } from "../../ui/status.tsx"
import { Key, Tabs } from "../../ui/tabs.tsx"
import { Money, When } from "../../ui/value.tsx"
import { Detail } from "./detail.tsx"
import type { ApprovalRequest } from "./request.ts"

type TabName = "mine" | "open" | "decided"

const queries: Record<TabName, object> = {
  mine: { approver: "me", status: "pending" },
  open: { status: "pending" },
  decided: { "status[in]": "approved,rejected,canceled" },
}

const useRequests = (tab: TabName) =>
  useQuery({
    queryKey: ["approvals/requests", "list", tab],
    queryFn: async () => {
      const page = await call("GET /v1/approvals/requests", { ...queries[tab], limit: 100 } as never)
      const { requests } = page.data as object as { requests: ApprovalRequest[] }
      return { requests, count: page.count }
    },
  })

/** Money that waits for a person: the list at the left, the decision at the right. */
export function Inbox() {
  return usePermission()("approvals.view") ? <AllowedInbox /> : <Forbidden needs="approvals.view" />
}

function AllowedInbox() {
  const search = useSearch({ strict: false }) as { tab?: TabName; id?: string }
  const navigate = useNavigate()
  const tab = search.tab ?? "mine"
  const lists = { mine: useRequests("mine"), open: useRequests("open"), decided: useRequests("decided") }
  const current = lists[tab]
  const rows = current.data?.requests ?? []
  const linked = useLinkedRequest(search.id, rows)
  const shown = rows.find(row => row._id === search.id) ?? linked ?? (search.id ? undefined : rows[0])
  const open = (id: string) => void navigate({ to: "/approvals", search: { tab, ...(id && { id }) }, replace: true })
  useMoveKeys(rows, shown, open)
  const isPhoneDetail = search.id !== undefined
  return (
    <div className="lg:-mb-10 lg:flex lg:h-[calc(100dvh-6rem)] lg:flex-col">
      <div className={cn(isPhoneDetail && "max-lg:hidden")}>
        <PageHead title="Approvals" about="Money that waits for a person. Nothing here has moved.">
          <span className="hidden items-center gap-1.5 text-xs text-fg-3 lg:flex">
            <Key>J</Key>
            <Key>K</Key> move <Key>A</Key> approve <Key>R</Key> reject
          </span>
          <Button render={<Link to="/policies" />} nativeButton={false}>
            <ScrollText className="size-4 text-fg-3" aria-hidden /> Policies
          </Button>
        </PageHead>
      </div>
      <Card aria-label="Approval requests" className="min-h-0 lg:grid lg:flex-1 lg:grid-cols-[21.5rem_minmax(0,1fr)] lg:overflow-hidden">
        <div className={cn("flex min-h-0 flex-col border-line lg:border-r", isPhoneDetail && "max-lg:hidden")}>
          <Tabs
            label="Which requests"
            value={tab}
            onChange={next => void navigate({ to: "/approvals", search: { tab: next }, replace: true })}
            tabs={[
              { id: "mine", label: "For me", count: lists.mine.data?.count },
              { id: "open", label: "All open", count: lists.open.data?.count },
              { id: "decided", label: "Decided", count: lists.decided.data?.count },
            ]}
          />
          {current.isError && (
            <div className="p-3">
              <Failure error={current.error} onRetry={() => void current.refetch()} />
            </div>
          )}
          {current.isPending && <Skeleton className="m-4 h-20" />}
          {current.data?.requests.length === 0 && (
            <Empty icon={BadgeCheck} title={tab === "decided" ? "Nothing was decided yet" : "Nothing waits"}>
              When a policy matches a payout, refund, split, payment or mandate, its request lands here, and the money stays put until it is
              decided.
            </Empty>
          )}
          <ul className="min-h-0 flex-1 overflow-y-auto">
            {rows.map(row => (
              <RequestRow key={row._id} request={row} isShown={row._id === shown?._id} onOpen={() => open(row._id)} />
            ))}
          </ul>
        </div>
        <div className={cn("min-h-0 min-w-0", !isPhoneDetail && "max-lg:hidden")}>
          {shown && <Detail key={shown._id} request={shown} onBack={() => open("")} />}
        </div>
      </Card>
    </div>
  )
}

/** A request that a link names, when it is not in the open tab. */
function useLinkedRequest(id: string | undefined, rows: ApprovalRequest[]) {
  const linked = useQuery({
    queryKey: ["approvals/requests", "object", id],
    queryFn: () => call("GET /v1/approvals/requests/{id}", {}, { path: { id: id! } }),
    enabled: id !== undefined && !rows.some(row => row._id === id),
  })
  return linked.data
}

/** J and K move through the list. */
function useMoveKeys(rows: ApprovalRequest[], shown: ApprovalRequest | undefined, open: (id: string) => void) {
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      const step = { j: 1, k: -1 }[event.key]
      if (isTyping(event) || event.metaKey || event.ctrlKey || step === undefined || !shown) return
      const next = rows[Math.min(rows.length - 1, Math.max(0, rows.findIndex(row => row._id === shown._id) + step))]
      if (next) open(next._id)
    }
    addEventListener("keydown", onKey)
    return () => removeEventListener("keydown", onKey)
  })
}

function RequestRow({ request, isShown, onOpen }: { request: ApprovalRequest; isShown: boolean; onOpen(): void }) {
  const nameOf = useUserNames()
  const here = "lg:bg-accent-soft lg:before:absolute lg:before:inset-y-0 lg:before:left-0 lg:before:w-0.5 lg:before:bg-accent"
  return (
    <li className="border-b border-line">
      <button
        type="button"
        aria-current={isShown}
        onClick={onOpen}
        className={cn("relative block w-full px-4 py-3 text-left focus-visible:-outline-offset-2", isShown ? here : "hover:bg-hover")}
      >
        <span className="flex items-baseline gap-2">
          <Money amount={request.amount} currency={request.currency} className="font-semibold" />
          <When at={request.createdAt} className="ml-auto text-xs text-fg-3" />
        </span>
        <span className="mt-0.5 block truncate text-fg-2">
          {say(request.entityType)} · {request.policyName}
        </span>
        <span className="mt-1.5 flex items-center gap-2 text-xs text-fg-3">
          <span className="min-w-0 flex-1 truncate">{nameOf(request.requestedBy)} asked</span>
          {request.status !== "pending" && <Status status={request.status} />}
        </span>
      </button>
    </li>
  )
}
