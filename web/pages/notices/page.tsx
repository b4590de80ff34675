import { keepPreviousData, useQuery } from "@tanstack/react-query"
import { Link, useNavigate, useSearch } from "@tanstack/react-router"
import { BellOff, Settings2 } from "lucide-react"
import { call } from "../../client.ts"
import { ListFooter } from "../../dashboard/list-footer.tsx"
import { type ListSearch, pageSize } from "../../dashboard/list-query.ts"
import { NoticeLink } from "../../dashboard/notice-row.tsx"
import { refetchMs, useMarkRead, useUnreadCount } from "../../dashboard/notices.ts"
import { PageGone } from "../../dashboard/page-gone.tsx"
import { PageHead } from "../../dashboard/page-head.tsx"
import { t } from "../../lib/translate.ts"
import { Button, buttonLook } from "../../ui/button.tsx"
import { Card } from "../../ui/card.tsx"
import { Empty, Skeleton } from "../../ui/empty.tsx"
import { CardFailure } from "../../ui/failure.tsx"
import { Tabs } from "../../ui/tabs.tsx"

/** All that this person was told on the page, newest first. */
export function Notices() {
  const { page: _page, ...query } = useSearch({ strict: false }) as ListSearch
  const search = useSearch({ strict: false }) as ListSearch
  const navigate = useNavigate()
  const unread = useUnreadCount()
  const mark = useMarkRead()
  const notices = useQuery({
    queryKey: ["notices", "list", query],
    queryFn: () => call("GET /v1/notices", { limit: pageSize, ...query }),
    placeholderData: keepPreviousData,
    refetchInterval: refetchMs,
  })
  const rows = notices.data?.data ?? []
  return (
    <>
      <PageHead title={t`Notifications`} about={t`What you should know, kept for 90 days.`}>
        <Link to="/notifications/settings" className={buttonLook()}>
          <Settings2 className="size-4" aria-hidden /> {t`Settings`}
        </Link>
        {unread > 0 && (
          <Button disabled={mark.isPending} onClick={() => mark.mutate(undefined)}>
            {t`Mark all as read`}
          </Button>
        )}
      </PageHead>
      <Card aria-label={t`Your notifications`} className="overflow-hidden">
        <Tabs
          label={t`Which notifications`}
          value={search["read"] === "false" ? "unread" : "all"}
          onChange={tab => void navigate({ to: "/notifications", search: tab === "unread" ? { read: "false" } : {} })}
          tabs={[
            { id: "all", label: t`All` },
            { id: "unread", label: t`Unread`, count: unread },
          ]}
        />
        <CardFailure query={notices} />
        {notices.isPending && <Skeleton className="m-5 h-24" />}
        {notices.data && rows.length === 0 && (notices.data.count > 0 ? <PageGone search={search} /> : <NoNotices />)}
        <ul className="empty:hidden">
          {rows.map(notice => (
            <li key={notice._id} className="flex items-center gap-2 border-b border-line px-2 py-1 last:border-0">
              <NoticeLink notice={notice} className="px-2 py-2" />
              {!notice.read && (
                <Button size="sm" variant="ghost" aria-label={t`Mark as read: ${notice.title}`} onClick={() => mark.mutate(notice._id)}>
                  {t`Mark as read`}
                </Button>
              )}
            </li>
          ))}
        </ul>
        {notices.data && rows.length > 0 && (
          <ListFooter page={{ rows, hasMore: notices.data.hasMore, count: notices.data.count }} search={search} />
        )}
      </Card>
    </>
  )
}

const NoNotices = () => (
  <Empty icon={BellOff} title={t`Nothing new for you`}>
    {t`Approvals that wait for you, mentions, failed payouts and disputes appear here.`}
  </Empty>
)
