import { useQuery } from "@tanstack/react-query"
import { MonitorOff } from "lucide-react"
import { call, request } from "../../client.ts"
import { QuickAction } from "../../dashboard/quick-action.tsx"
import { t } from "../../lib/translate.ts"
import { Button } from "../../ui/button.tsx"
import { Dialog } from "../../ui/dialog.tsx"
import { Empty, Skeleton } from "../../ui/empty.tsx"
import { Failure } from "../../ui/failure.tsx"
import { SessionRow } from "../account/session-row.tsx"
import type { User } from "./teams-query.ts"

/** Where a colleague is signed in, for a phone that was lost. */
export function SessionsDialog({ user, onClose }: { user: User; onClose(): void }) {
  const sessions = useQuery({
    queryKey: ["users", user._id, "sessions"],
    queryFn: () => call("GET /v1/users/{id}/sessions", { limit: 100 }, { path: { id: user._id } }),
  })
  const rows = sessions.data?.data ?? []
  return (
    <Dialog
      isOpen
      onClose={onClose}
      title={t`Sessions of ${user.name}`}
      description={t`Their password still works afterwards. To keep them out, disable their access.`}
      width="max-w-2xl"
      footer={
        <>
          {rows.length > 0 && (
            <QuickAction
              label={t`Sign out everywhere`}
              isDanger
              run={() => request("POST /v1/users/{id}/end-sessions", {}, { path: { id: user._id } })}
              done={t`${user.name} is signed out everywhere`}
            />
          )}
          <Button variant="primary" onClick={onClose}>
            {t`Done`}
          </Button>
        </>
      }
    >
      {sessions.isError && <Failure error={sessions.error} onRetry={() => void sessions.refetch()} />}
      {sessions.isPending && <Skeleton className="h-12" />}
      {sessions.data && rows.length === 0 && (
        <Empty icon={MonitorOff} title={t`Not signed in`}>
          {t`${user.name} is signed in nowhere at the moment.`}
        </Empty>
      )}
      <ul className="-mx-5 empty:hidden">
        {rows.map(session => (
          <SessionRow key={session._id} session={session}>
            <QuickAction
              label={t`End`}
              run={() => request("POST /v1/users/{id}/sessions/{session}/end", {}, { path: { id: user._id, session: session._id } })}
              done={t`Session ended`}
            />
          </SessionRow>
        ))}
      </ul>
    </Dialog>
  )
}
