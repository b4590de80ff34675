import { useQuery } from "@tanstack/react-query"
import { call } from "../../client.ts"
import { rich } from "../../lib/rich.ts"
import { t } from "../../lib/translate.ts"
import { Card, CardHead } from "../../ui/card.tsx"
import { CopyButton } from "../../ui/copy-button.tsx"
import { Skeleton } from "../../ui/empty.tsx"
import { CardFailure } from "../../ui/failure.tsx"
import { Status } from "../../ui/status.tsx"
import { When } from "../../ui/value.tsx"
import type { Connection } from "./data.ts"

const shown = 10

/** Where the provider sends its messages, and the newest of them. */
export function Messages({ row }: { row: Connection }) {
  const messages = useQuery({
    queryKey: ["gateway-connections", "messages", row._id],
    queryFn: () => call("GET /v1/gateway-connections/{id}/messages", { limit: shown }, { path: { id: row._id } }),
    refetchInterval: 10_000,
  })
  return (
    <Card aria-label={t`Messages`}>
      <CardHead
        title={t`Messages`}
        hint={t`What the provider has told us in the last 30 days, newest first. Each one is looked up there first.`}
      />
      <div className="flex flex-wrap items-center gap-x-3 gap-y-2 border-t border-line px-5 py-2.5">
        <span className="min-w-0 flex-1 basis-60 text-xs text-fg-3">
          {rich`The provider sends them to ${<code className="block font-mono break-all text-fg-2">{row.eventsUrl}</code>}`}
        </span>
        <CopyButton text={row.eventsUrl} label={t`Address`} />
      </div>
      <CardFailure query={messages} />
      {messages.isPending && <Skeleton className="mx-5 my-4 h-10" />}
      {messages.data?.data.length === 0 && (
        <p className="border-t border-line px-5 py-6 text-center text-sm text-fg-3">
          {t`No message has arrived yet. Payments are also looked up.`}
        </p>
      )}
      <ul>
        {messages.data?.data.map(message => (
          <li key={message._id} className="flex flex-wrap items-center gap-x-4 gap-y-1 border-t border-line px-5 py-2.5 text-sm">
            <span className="min-w-0 flex-1 basis-48">
              <span className="block font-medium wrap-anywhere">{message.type}</span>
              <span className="block font-mono text-xs break-all text-fg-3">{message.reference}</span>
            </span>
            <span className="min-w-0 text-xs text-fg-3 first-letter:uppercase">
              {message.effect ?? (message.status === "ignored" && t`Not about a payment of ours`)}
            </span>
            <Status status={message.status} />
            <When at={message.receivedAt} className="text-xs text-fg-3" />
          </li>
        ))}
      </ul>
    </Card>
  )
}
