import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query"
import { Link } from "@tanstack/react-router"
import { Lock } from "lucide-react"
import { useState } from "react"
import { previousMonth } from "../../../src/kit/pure/months.ts"
import { call } from "../../client.ts"
import { usePermission } from "../../dashboard/session.tsx"
import { monthName } from "../../lib/calendar.ts"
import { localDate } from "../../lib/time.ts"
import { t } from "../../lib/translate.ts"
import { Button, buttonLook } from "../../ui/button.tsx"
import { Card, CardHead } from "../../ui/card.tsx"
import { Dialog } from "../../ui/dialog.tsx"
import { Failure } from "../../ui/failure.tsx"
import { notify } from "../../ui/toast.tsx"

/** Up to where the books are closed, and the next step. */
export function CloseMonth() {
  const can = usePermission()
  const [isOpen, setOpen] = useState(false)
  const closes = useQuery({
    queryKey: ["journal-closes", "last"],
    queryFn: () => call("GET /v1/journal-closes", { "status[ne]": "reopened", limit: 100 }),
  })
  const months = (closes.data?.data ?? []).map(({ month }) => month).sort()
  const last = months.at(-1)
  const ended = previousMonth(localDate().slice(0, 7))
  const isPossible = closes.data !== undefined && (last === undefined || last < ended)
  return (
    <Card aria-label={t`Close a month`} className="pb-4">
      <CardHead title={t`Close a month`} hint={last ? t`The books are closed up to ${monthName(last)}` : t`No month is closed yet`} />
      <div className="space-y-3 px-5 text-fg-2">
        <p>
          {t`After a month is closed, nothing is dated in it any more, and its export stays the same. What becomes known later is booked on
          the day on which you learn of it.`}
        </p>
        <div className="flex flex-wrap gap-2">
          {can("journal.edit") && isPossible && (
            <Button onClick={() => setOpen(true)}>
              <Lock className="size-4 text-fg-3" aria-hidden /> {t`Close ${monthName(ended)}`}
            </Button>
          )}
          <Link to="/$resource" params={{ resource: "closed-months" }} className={buttonLook()}>
            {t`Closed months`}
          </Link>
        </div>
      </div>
      {isOpen && <CloseDialog month={ended} onClose={() => setOpen(false)} />}
    </Card>
  )
}

function CloseDialog({ month, onClose }: { month: string; onClose(): void }) {
  const client = useQueryClient()
  const close = useMutation({
    mutationFn: () => call("POST /v1/journal/close", { month }),
    async onSuccess() {
      notify(t`${monthName(month)} is closed`, t`Its totals follow in a few seconds.`)
      await client.invalidateQueries({ queryKey: ["journal-closes"] })
      onClose()
    },
  })
  return (
    <Dialog
      isOpen
      onClose={onClose}
      title={t`Close ${monthName(month)}?`}
      description={t`Open months before it are closed too.`}
      footer={
        <>
          <Button onClick={onClose}>{t`Not yet`}</Button>
          <Button variant="primary" disabled={close.isPending} onClick={() => close.mutate()}>
            {close.isPending ? t`Closing…` : t`Close ${monthName(month)}`}
          </Button>
        </>
      }
    >
      <div className="space-y-3">
        <p>{t`Its accounts are kept as they are now. To open it again, you need the approval of a second person.`}</p>
        {close.isError && <Failure error={close.error} />}
      </div>
    </Dialog>
  )
}
