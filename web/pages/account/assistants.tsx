import { Link } from "@tanstack/react-router"
import { Bot, ShieldCheck } from "lucide-react"
import { call, type Output } from "../../client.ts"
import { QuickAction } from "../../dashboard/quick-action.tsx"
import { usePermission, useSession } from "../../dashboard/session.tsx"
import { ago } from "../../lib/time.ts"
import { plural, t, whole } from "../../lib/translate.ts"
import { Badge } from "../../ui/badge.tsx"
import { Card, CardHead } from "../../ui/card.tsx"
import { CopyButton } from "../../ui/copy-button.tsx"
import { Empty, Skeleton } from "../../ui/empty.tsx"
import { CardFailure } from "../../ui/failure.tsx"
import { useAssistants } from "./queries.ts"

type Assistant = Output<"GET /v1/assistants">["data"][number]

/** The assistants that act for this person: where they are, what they did, and which drafts wait. */
export function Assistants() {
  const assistants = useAssistants()
  const address = `${location.origin}/v1/mcp`
  return (
    <Card aria-label={t`Connected assistants`}>
      <CardHead title={t`Connected assistants`} hint={t`They see what you may see and can draft. None of them can move money.`}>
        <Badge icon={ShieldCheck}>{t`Cannot move money`}</Badge>
      </CardHead>
      <CardFailure query={assistants} />
      {assistants.isPending && <Skeleton className="mx-5 mb-5 h-12" />}
      {assistants.data?.data.length === 0 && (
        <Empty
          icon={Bot}
          title={t`No assistant is connected`}
          action={
            <CopyButton text={address} label={t`Address`} size="md">
              {t`Copy its address`}
            </CopyButton>
          }
        >
          {t`Give your assistant the address ${address} and sign in when it asks.`}
        </Empty>
      )}
      <ul className="border-t border-line empty:hidden">
        {assistants.data?.data.map(assistant => (
          <AssistantRow key={assistant._id} assistant={assistant} />
        ))}
      </ul>
    </Card>
  )
}

function AssistantRow({ assistant }: { assistant: Assistant }) {
  const can = usePermission()
  const { user } = useSession()
  const { _id, client, redirectHost, scope, calls, openDrafts, connectedAt, lastUsedAt } = assistant
  const isLocal = /^(localhost|127\.0\.0\.1|\[::1\])(:\d+)?$/.test(redirectHost)
  const { reads, writes } = calls
  const did = [
    plural(reads, t`${whole(reads)} look-up`, t`${whole(reads)} look-ups`),
    ...(writes > 0 ? [plural(writes, t`${whole(writes)} request or draft`, t`${whole(writes)} requests and drafts`)] : []),
  ]
  const now = new Date()
  return (
    <li className="flex flex-wrap items-center gap-x-4 gap-y-2 border-b border-line px-5 py-3.5 last:border-0">
      <span className="grid size-9 shrink-0 place-items-center rounded-lg bg-info-soft text-info">
        <Bot className="size-4" aria-hidden />
      </span>
      <div className="min-w-0 flex-1 basis-56">
        <p className="font-medium">{client}</p>
        <p className="truncate font-mono text-xs text-fg-3">{isLocal ? t`${redirectHost}, on this computer` : redirectHost}</p>
      </div>
      <div className="min-w-0 basis-64 text-xs text-fg-3">
        <p>
          {did.join(", ")}
          {scope === "read" && ` · ${t`may only read`}`}
          {can("audit.view") && writes > 0 && (
            <>
              {" · "}
              <Link to="/audit" search={{ channel: "agent", user: user._id }} className="underline underline-offset-2">
                {t`see them`}
              </Link>
            </>
          )}
        </p>
        <p>
          {lastUsedAt
            ? t`Connected ${ago(connectedAt, now)}, last used ${ago(lastUsedAt, now)}`
            : t`Connected ${ago(connectedAt, now)}, never used`}
        </p>
      </div>
      {openDrafts > 0 && (
        <Link to="/approvals" className="rounded-md">
          <Badge tone="warn">
            {plural(openDrafts, t`${whole(openDrafts)} draft waits for a person`, t`${whole(openDrafts)} drafts wait for a person`)}
          </Badge>
        </Link>
      )}
      <QuickAction
        label={t`Disconnect`}
        run={() => call("POST /v1/assistants/{id}/revoke", {}, { path: { id: _id } })}
        done={t`${client} disconnected: its next call is refused`}
      />
    </li>
  )
}
