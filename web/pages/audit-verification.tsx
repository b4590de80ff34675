import { useMutation } from "@tanstack/react-query"
import { ShieldAlert, ShieldCheck } from "lucide-react"
import { call, type Output } from "../client.ts"
import { rich } from "../lib/rich.ts"
import { plural, t, whole } from "../lib/translate.ts"
import { Button } from "../ui/button.tsx"
import { Card } from "../ui/card.tsx"
import { Failure } from "../ui/failure.tsx"
import { Note } from "../ui/note.tsx"
import { CopyId } from "../ui/value.tsx"

type Report = Output<"GET /v1/audit-log/verify">

/** Recomputes the chain of hashes and says in words what it found. */
export function AuditVerification() {
  const verify = useMutation({ mutationFn: () => call("GET /v1/audit-log/verify", {}) })
  return (
    <Card aria-label={t`Verification`} className="flex flex-wrap items-center gap-x-4 gap-y-3 p-4">
      <div className="min-w-0 flex-1 basis-64">
        {verify.isError && <Failure error={verify.error} onRetry={() => verify.mutate()} />}
        {verify.data && <Result report={verify.data} />}
        {!verify.data && !verify.isError && (
          <p className="text-fg-2">
            {t`Check that no entry was changed, removed or inserted: Countersign computes every hash again, from the first entry to
            the last.`}
          </p>
        )}
      </div>
      <Button disabled={verify.isPending} onClick={() => verify.mutate()}>
        <ShieldCheck className="size-4 text-fg-3" aria-hidden />
        {verify.isPending ? t`Checking…` : verify.data ? t`Verify again` : t`Verify the chain`}
      </Button>
    </Card>
  )
}

function Result({ report: { ok, entries, sealed, head, problems } }: { report: Report }) {
  const waiting = entries - sealed
  if (ok)
    return (
      <Note role="status" tone="good" icon={ShieldCheck} title={t`Nothing was changed, removed or added`}>
        {plural(
          sealed,
          t`${whole(sealed)} entry in the chain is as it was written.`,
          t`All ${whole(sealed)} entries in the chain are as they were written.`,
        )}{" "}
        {waiting > 0 &&
          plural(
            waiting,
            t`${whole(waiting)} new entry joins the chain within seconds.`,
            t`${whole(waiting)} new entries join the chain within seconds.`,
          )}{" "}
        {head && rich`Keep a copy of the last hash to prove it later: ${<CopyId label={t`last hash`} value={head} />}`}
      </Note>
    )
  return (
    <Note role="alert" tone="bad" icon={ShieldAlert} title={t`The log was changed outside of Countersign`}>
      <p>{t`Find out who had access to the database, and compare with a backup. The first wrong entries:`}</p>
      <ul className="mt-1 list-disc ps-4">
        {problems.slice(0, 10).map(({ seq, entry, problem }) => (
          <li key={`${seq} ${entry}`}>
            {t`Entry ${whole(seq)}: ${problem}`} {entry && <CopyId label={t`entry id`} value={entry} />}
          </li>
        ))}
      </ul>
    </Note>
  )
}
