import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query"
import { Hourglass, ShieldAlert, ShieldCheck, Stamp } from "lucide-react"
import { call, type Output } from "../../client.ts"
import { usePermission } from "../../dashboard/session.tsx"
import { ago } from "../../lib/time.ts"
import { listOf, t, whole } from "../../lib/translate.ts"
import { Button } from "../../ui/button.tsx"
import { Skeleton } from "../../ui/empty.tsx"
import { Failure } from "../../ui/failure.tsx"
import { Note } from "../../ui/note.tsx"
import { notify } from "../../ui/toast.tsx"

type Status = Output<"GET /v1/checkpoints/status">

/** Above the list: what no checkpoint covers yet. */
export function Signed() {
  const status = useQuery({
    queryKey: ["checkpoints", "status"],
    queryFn: ({ signal }) => call("GET /v1/checkpoints/status", {}, { signal }),
    refetchInterval: 30_000,
  })
  return (
    <div className="mb-4">
      {status.isError && <Failure error={status.error} onRetry={() => void status.refetch()} />}
      {status.isPending && <Skeleton className="h-16 w-full" />}
      {status.data && <Shown status={status.data} />}
    </div>
  )
}

function Shown({ status: { last, waiting, waitingSince, isLate } }: { status: Status }) {
  if (waitingSince === null)
    return (
      <Note
        role="status"
        tone={last ? "good" : "neutral"}
        icon={last ? ShieldCheck : Stamp}
        title={last ? t`Everything is signed` : t`Nothing to sign yet`}
      >
        {last ? t`Checkpoint ${last.number} covers every entry of ledger and audit log.` : t`Nothing was recorded so far.`}
      </Note>
    )
  const title = isLate ? t`The next checkpoint is late` : last ? t`The newest entries are not signed yet` : t`Not signed yet`
  return (
    <Note role="status" tone={isLate ? "bad" : "neutral"} icon={isLate ? ShieldAlert : Hourglass} title={title} action={<SignNow />}>
      {t`Entries: ${counted(waiting)} wait, the oldest since ${ago(waitingSince)}.`}{" "}
      {isLate
        ? t`The worker should have signed them. See whether it runs, and what its log says.`
        : last
          ? t`They are signed an hour after the last checkpoint.`
          : t`The first checkpoint is signed within minutes.`}
    </Note>
  )
}

const counted = ({ ledger, audit }: Status["waiting"]) =>
  listOf([ledger > 0 ? t`${whole(ledger)} of the ledger` : "", audit > 0 ? t`${whole(audit)} of the audit log` : ""].filter(Boolean))

function SignNow() {
  const can = usePermission()
  const queries = useQueryClient()
  const sign = useMutation({
    mutationFn: () => call("POST /v1/checkpoints/sign", {}),
    onSuccess: ({ number }) => {
      notify(t`Checkpoint ${number} signed`)
      return queries.invalidateQueries({ queryKey: ["checkpoints"] })
    },
    onError: error => notify(t`The checkpoint was not signed`, error.message, "bad"),
  })
  if (!can("settings.edit")) return null
  return (
    <Button disabled={sign.isPending} onClick={() => sign.mutate()}>
      <Stamp className="size-4 text-fg-3" aria-hidden /> {sign.isPending ? t`Signing…` : t`Sign now`}
    </Button>
  )
}
