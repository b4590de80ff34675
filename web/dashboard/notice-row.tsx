import { Link } from "@tanstack/react-router"
import { ago, exactTime } from "../lib/time.ts"
import { t } from "../lib/translate.ts"
import { cn } from "../ui/cn.ts"
import { linkOf, type Notice, useMarkRead } from "./notices.ts"

type Props = { notice: Notice; onFollow?(): void; className?: string }

/** A notice as a link to what it is about. Following it marks it as read. */
export function NoticeLink({ notice, onFollow, className }: Props) {
  const mark = useMarkRead()
  const follow = () => {
    if (!notice.read) mark.mutate(notice._id)
    onFollow?.()
  }
  return (
    <Link
      {...linkOf(notice)}
      onClick={follow}
      className={cn("flex min-w-0 flex-1 items-start gap-2.5 rounded-lg hover:bg-hover", className)}
    >
      <span className={cn("mt-[0.45rem] size-1.5 shrink-0 rounded-full", !notice.read && "bg-accent")} aria-hidden />
      <span className="min-w-0 leading-tight">
        <span className={cn("block text-sm wrap-anywhere", notice.read ? "text-fg-2" : "font-medium text-fg")}>{notice.title}</span>
        <time dateTime={notice.createdAt} title={exactTime(notice.createdAt)} className="text-xs text-fg-3">
          {ago(notice.createdAt)}
        </time>
        {!notice.read && <span className="sr-only">{`, ${t`unread`}`}</span>}
      </span>
    </Link>
  )
}
