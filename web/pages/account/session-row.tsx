import { Laptop, Smartphone } from "lucide-react"
import type { ReactNode } from "react"
import type { Output } from "../../client.ts"
import { ago } from "../../lib/time.ts"
import { isPhone, nameOfBrowser } from "../../lib/user-agent.ts"
import { rich } from "../../lib/rich.ts"
import { t } from "../../lib/translate.ts"
import { Badge } from "../../ui/badge.tsx"
import { When } from "../../ui/value.tsx"

type Session = Output<"GET /v1/sessions">["data"][number]

/** A browser that is signed in, with a button that ends its session. */
export function SessionRow({ session, children }: { session: Session; children: ReactNode }) {
  const { current, userAgent, address, createdAt, lastUsedAt } = session
  const Icon = isPhone(userAgent) ? Smartphone : Laptop
  return (
    <li className="flex flex-wrap items-center gap-x-4 gap-y-2 border-b border-line px-5 py-3.5 last:border-0">
      <span className="grid size-9 shrink-0 place-items-center rounded-lg bg-sunken text-fg-2 shadow-line">
        <Icon className="size-4" aria-hidden />
      </span>
      <div className="min-w-0 flex-1 basis-56">
        <p className="flex items-center gap-2 font-medium" title={userAgent}>
          {nameOfBrowser(userAgent)} {current && <Badge tone="good">{t`This one`}</Badge>}
        </p>
        <p className="truncate text-xs text-fg-3">
          {address} · {rich`signed in ${<When at={createdAt} text={worldAgo(createdAt)} />}`}
        </p>
      </div>
      <p className="w-44 text-xs text-fg-3">{current ? t`Active now` : t`Last active ${worldAgo(lastUsedAt)}`}</p>
      <span className="flex w-16 justify-end">{children}</span>
    </li>
  )
}

/** Sessions use real time; a sandbox's clock may be ahead of it. */
const worldAgo = (at: string) => ago(at, new Date())
