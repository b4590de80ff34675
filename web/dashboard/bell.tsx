import { Bell as BellIcon } from "lucide-react"
import { useState } from "react"
import { plural, t, whole } from "../lib/translate.ts"
import { Button } from "../ui/button.tsx"
import { deferred } from "../ui/deferred.tsx"
import { Popover } from "../ui/popover.tsx"
import { useUnreadCount } from "./notices.ts"

const NoticePanel = deferred(async () => (await import("./notice-panel.tsx")).NoticePanel)

const badge =
  "num absolute -end-0.5 -top-0.5 min-w-4 rounded-full bg-accent px-1 text-center text-[10px] leading-4 font-semibold text-accent-fg"

/** What is new for this person, from every page. */
export function Bell() {
  const [isOpen, setOpen] = useState(false)
  const count = useUnreadCount()
  return (
    <Popover
      label={t`Notifications`}
      isOpen={isOpen}
      onOpen={setOpen}
      trigger={
        <Button
          variant="ghost"
          size="icon"
          className="relative"
          aria-label={count === 0 ? t`Notifications` : plural(count, t`Notifications: 1 unread`, t`Notifications: ${whole(count)} unread`)}
        >
          <BellIcon className="size-4" aria-hidden />
          {count > 0 && (
            <span aria-hidden className={badge}>
              {count > 99 ? "99+" : count}
            </span>
          )}
        </Button>
      }
    >
      <NoticePanel onClose={() => setOpen(false)} />
    </Popover>
  )
}
