import { Laptop, Smartphone } from "lucide-react"
import { call } from "../../client.ts"
import { QuickAction } from "../../dashboard/quick-action.tsx"
import { ago } from "../../lib/time.ts"
import { isPhone, nameOfBrowser } from "../../lib/user-agent.ts"
import { Badge } from "../../ui/badge.tsx"
import { Card, CardHead } from "../../ui/card.tsx"
import { Skeleton } from "../../ui/empty.tsx"
import { CardFailure } from "../../ui/failure.tsx"
import { When } from "../../ui/value.tsx"
import { useSessions } from "./queries.ts"

/** The browsers that are signed in as this person. */
export function Sessions() {
  const sessions = useSessions()
  return (
    <Card aria-label="Sessions">
      <CardHead title="Sessions" hint="Browsers signed in as you" />
      <CardFailure query={sessions} />
      {sessions.isPending && <Skeleton className="mx-5 mb-5 h-12" />}
      <ul className="border-t border-line empty:hidden">
        {sessions.data?.data.map(({ _id, current, userAgent, address, createdAt, lastUsedAt }) => {
          const Icon = isPhone(userAgent) ? Smartphone : Laptop
          return (
            <li key={_id} className="flex flex-wrap items-center gap-x-4 gap-y-2 border-b border-line px-5 py-3.5 last:border-0">
              <span className="grid size-9 shrink-0 place-items-center rounded-lg bg-sunken text-fg-2 shadow-line">
                <Icon className="size-4" aria-hidden />
              </span>
              <div className="min-w-0 flex-1 basis-56">
                <p className="flex items-center gap-2 font-medium" title={userAgent}>
                  {nameOfBrowser(userAgent)} {current && <Badge tone="good">This one</Badge>}
                </p>
                <p className="truncate text-xs text-fg-3">
                  {address} · signed in <When at={createdAt} text={worldAgo(createdAt)} />
                </p>
              </div>
              <p className="w-44 text-xs text-fg-3">{current ? "Active now" : `Last active ${worldAgo(lastUsedAt)}`}</p>
              <span className="flex w-16 justify-end">
                {!current && (
                  <QuickAction label="End" run={() => call("POST /v1/sessions/{id}/end", {}, { path: { id: _id } })} done="Session ended" />
                )}
              </span>
            </li>
          )
        })}
      </ul>
    </Card>
  )
}

/** Sessions use real time; a sandbox's clock may be ahead of it. */
const worldAgo = (at: string) => ago(at, new Date())
