import { useMutation, useQuery } from "@tanstack/react-query"
import { ShieldAlert, ShieldCheck } from "lucide-react"
import { call } from "../client.ts"
import { Forbidden } from "../dashboard/forbidden.tsx"
import { PageHead } from "../dashboard/page-head.tsx"
import { usePermission } from "../dashboard/session.tsx"
import { useUserNames } from "../dashboard/user-names.ts"
import { Button } from "../ui/button.tsx"
import { Card } from "../ui/card.tsx"
import { Skeleton } from "../ui/empty.tsx"
import { Failure } from "../ui/failure.tsx"
import { Note } from "../ui/note.tsx"
import { CopyId, When } from "../ui/value.tsx"

/** Who did what, chained so that nothing can be changed unseen. */
export function Audit() {
  return usePermission()("audit.view") ? <AllowedAudit /> : <Forbidden needs="audit.view" />
}

function AllowedAudit() {
  const nameOf = useUserNames()
  const entries = useQuery({ queryKey: ["audit-log", "list"], queryFn: () => call("GET /v1/audit-log", { limit: 100 } as never) })
  const verify = useMutation({ mutationFn: () => call("GET /v1/audit-log/verify", {}) })
  return (
    <>
      <PageHead title="Audit log" about="Every change, with who, when and from where. Each entry is chained to the last by a hash.">
        <Button disabled={verify.isPending} onClick={() => verify.mutate()}>
          <ShieldCheck className="size-4 text-fg-3" aria-hidden /> {verify.isPending ? "Checking…" : "Verify the chain"}
        </Button>
      </PageHead>
      <div className="space-y-4">
        {verify.isError && <Failure error={verify.error} />}
        {verify.data && (
          <Note
            role="status"
            tone={verify.data.ok ? "good" : "bad"}
            icon={verify.data.ok ? ShieldCheck : ShieldAlert}
            title={verify.data.ok ? "Nothing was changed" : "The chain is broken"}
          >
            {verify.data.entries.toLocaleString()} entries, {verify.data.sealed.toLocaleString()} of them in the chain.
            {verify.data.problems.map(({ problem, entry }) => (
              <span key={entry} className="block">
                {problem}
              </span>
            ))}
          </Note>
        )}
        <Card aria-label="Audit log">
          {entries.isError && (
            <div className="p-4">
              <Failure error={entries.error} onRetry={() => void entries.refetch()} />
            </div>
          )}
          {entries.isPending && <Skeleton className="m-5 h-40" />}
          <ul>
            {entries.data?.data.map(entry => (
              <li key={entry._id} className="flex flex-wrap items-center gap-x-4 gap-y-1 border-b border-line px-5 py-2.5 last:border-0">
                <span className="min-w-0 flex-1 basis-56">
                  <span className="block">
                    <span className="font-medium">{nameOf(entry.actor.user, entry.actor.type)}</span>{" "}
                    <span className="font-mono text-xs text-fg-2">{entry.action}</span>
                  </span>
                  <span className="block text-xs text-fg-3">
                    {entry.origin.channel}
                    {entry.origin.client && ` · ${entry.origin.client}`} · {entry.origin.address}
                  </span>
                </span>
                <CopyId label="object id" value={entry.object.id} />
                <When at={entry.at} className="text-xs text-fg-3" />
              </li>
            ))}
          </ul>
        </Card>
      </div>
    </>
  )
}
