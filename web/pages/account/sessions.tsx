import { call } from "../../client.ts"
import { QuickAction } from "../../dashboard/quick-action.tsx"
import { t } from "../../lib/translate.ts"
import { Card, CardHead } from "../../ui/card.tsx"
import { Skeleton } from "../../ui/empty.tsx"
import { CardFailure } from "../../ui/failure.tsx"
import { useSessions } from "./queries.ts"
import { SessionRow } from "./session-row.tsx"

/** The browsers that are signed in as this person. */
export function Sessions() {
  const sessions = useSessions()
  return (
    <Card aria-label={t`Sessions`}>
      <CardHead title={t`Sessions`} hint={t`Browsers signed in as you`} />
      <CardFailure query={sessions} />
      {sessions.isPending && <Skeleton className="mx-5 mb-5 h-12" />}
      <ul className="border-t border-line empty:hidden">
        {sessions.data?.data.map(session => (
          <SessionRow key={session._id} session={session}>
            {!session.current && (
              <QuickAction
                label={t`End`}
                run={() => call("POST /v1/sessions/{id}/end", {}, { path: { id: session._id } })}
                done={t`Session ended`}
              />
            )}
          </SessionRow>
        ))}
      </ul>
    </Card>
  )
}
