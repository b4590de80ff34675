import { useQuery } from "@tanstack/react-query"
import { Link } from "@tanstack/react-router"
import { call } from "../client.ts"
import { t } from "../lib/translate.ts"
import { Button } from "../ui/button.tsx"
import { Skeleton } from "../ui/empty.tsx"
import { CardFailure } from "../ui/failure.tsx"
import { NoticeLink } from "./notice-row.tsx"
import { refetchMs, useMarkRead, useUnreadCount } from "./notices.ts"

/** The newest notices, under the bell. */
export function NoticePanel({ onClose }: { onClose(): void }) {
  const notices = useQuery({
    queryKey: ["notices", "newest"],
    queryFn: () => call("GET /v1/notices", { limit: 8 }),
    refetchInterval: refetchMs,
  })
  const unread = useUnreadCount()
  const mark = useMarkRead()
  const rows = notices.data?.data ?? []
  return (
    <>
      <div className="flex min-h-7 items-center gap-2 px-1 pb-2">
        <h2 className="flex-1 text-sm font-semibold">{t`Notifications`}</h2>
        {unread > 0 && (
          <Button size="sm" variant="ghost" disabled={mark.isPending} onClick={() => mark.mutate(undefined)}>
            {t`Mark all as read`}
          </Button>
        )}
      </div>
      <CardFailure query={notices} />
      {notices.isPending && <Skeleton className="h-24" />}
      {notices.data && rows.length === 0 && <p className="px-1 pb-3 text-sm text-fg-3">{t`Nothing has happened that you should know.`}</p>}
      <ul className="empty:hidden">
        {rows.map(notice => (
          <li key={notice._id}>
            <NoticeLink notice={notice} onFollow={onClose} className="px-1 py-2" />
          </li>
        ))}
      </ul>
      <div className="mt-2 flex justify-between gap-2 border-t border-line px-1 pt-2 text-xs">
        <Link to="/notifications" onClick={onClose} className="text-fg-2 underline underline-offset-2 hover:text-fg">
          {t`All notifications`}
        </Link>
        <Link to="/notifications/settings" onClick={onClose} className="text-fg-2 underline underline-offset-2 hover:text-fg">
          {t`Settings`}
        </Link>
      </div>
    </>
  )
}
