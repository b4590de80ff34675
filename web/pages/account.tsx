import { useQuery } from "@tanstack/react-query"
import { Bot, Laptop } from "lucide-react"
import { request } from "../client.ts"
import { PageHead } from "../dashboard/page-head.tsx"
import { QuickAction } from "../dashboard/quick-action.tsx"
import { say } from "../lib/words.ts"
import { Badge } from "../ui/badge.tsx"
import { Card, CardHead } from "../ui/card.tsx"
import { Empty, Skeleton } from "../ui/empty.tsx"
import { Failure } from "../ui/failure.tsx"
import { When } from "../ui/value.tsx"
import { TwoFactor } from "./two-factor.tsx"

type Session = { _id: string; current: boolean; userAgent: string; address: string; createdAt: string; lastUsedAt: string }
type Assistant = {
  _id: string
  client: string
  redirectHost: string
  scope: string
  connectedAt: string
  lastUsedAt: string | null
  calls: { reads: number; writes: number }
  openDrafts: number
}

/** Where this person is signed in, and which assistants act for them. */
export function Account() {
  return (
    <>
      <PageHead title="Sessions and assistants" about="Where you are signed in, and which assistants act for you.">
        <QuickAction
          label="Sign out everywhere"
          isDanger
          confirm="End every session and disconnect every assistant, this one too?"
          run={async () => {
            await request("POST /v1/sessions/end-all", {})
            location.assign("/sign-in")
          }}
          done="Signed out"
        />
      </PageHead>
      <div className="space-y-4">
        <TwoFactor />
        <Sessions />
        <Assistants />
      </div>
    </>
  )
}

function Sessions() {
  const sessions = useQuery({ queryKey: ["sessions"], queryFn: () => request("GET /v1/sessions", {}) as Promise<{ data: Session[] }> })
  return (
    <Card aria-label="Sessions">
      <CardHead title="Sessions" />
      {sessions.isError && (
        <div className="px-5 pb-4">
          <Failure error={sessions.error} onRetry={() => void sessions.refetch()} />
        </div>
      )}
      {sessions.isPending && <Skeleton className="mx-5 mb-5 h-12" />}
      <ul className="border-t border-line empty:hidden">
        {sessions.data?.data.map(session => (
          <li key={session._id} className="flex flex-wrap items-center gap-3 border-b border-line px-5 py-3 last:border-0">
            <Laptop className="size-4 text-fg-3" aria-hidden />
            <span className="min-w-0 flex-1 basis-56">
              <span className="block truncate">{session.userAgent}</span>
              <span className="block text-xs text-fg-3">
                {session.address} · since <When at={session.createdAt} />
              </span>
            </span>
            {session.current ? (
              <Badge tone="good">This one</Badge>
            ) : (
              <QuickAction
                label="End"
                run={() => request("POST /v1/sessions/{id}/end", {}, { path: { id: session._id } })}
                done="Session ended"
              />
            )}
          </li>
        ))}
      </ul>
    </Card>
  )
}

function Assistants() {
  const assistants = useQuery({
    queryKey: ["assistants"],
    queryFn: () => request("GET /v1/assistants", {}) as Promise<{ data: Assistant[] }>,
  })
  return (
    <Card aria-label="Assistants">
      <CardHead title="Connected assistants" hint="They can read, and draft where you allowed it. They can never move money." />
      {assistants.isError && (
        <div className="px-5 pb-4">
          <Failure error={assistants.error} onRetry={() => void assistants.refetch()} />
        </div>
      )}
      {assistants.data?.data.length === 0 && (
        <Empty icon={Bot} title="No assistant is connected">
          Give your assistant the address {location.origin}/v1/mcp and sign in when it asks.
        </Empty>
      )}
      <ul className="border-t border-line empty:hidden">
        {assistants.data?.data.map(assistant => (
          <li key={assistant._id} className="flex flex-wrap items-center gap-3 border-b border-line px-5 py-3 last:border-0">
            <Bot className="size-4 text-fg-3" aria-hidden />
            <span className="min-w-0 flex-1 basis-56">
              <span className="block">
                <span className="font-medium">{assistant.client}</span>{" "}
                <span className="text-fg-3">returns to {assistant.redirectHost}</span>
              </span>
              <span className="block text-xs text-fg-3">
                {say(assistant.scope)} · {assistant.calls.reads} reads, {assistant.calls.writes} drafts · connected{" "}
                <When at={assistant.connectedAt} />
              </span>
            </span>
            {assistant.openDrafts > 0 && <Badge tone="accent">{assistant.openDrafts} drafts wait</Badge>}
            <QuickAction
              label="Disconnect"
              run={() => request("POST /v1/assistants/{id}/revoke", {}, { path: { id: assistant._id } })}
              done="Assistant disconnected"
            />
          </li>
        ))}
      </ul>
    </Card>
  )
}
