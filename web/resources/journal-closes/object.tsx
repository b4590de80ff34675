import { Check, LockKeyholeOpen, X } from "lucide-react"
import { definePage } from "../../dashboard/resource.ts"
import { useUserNames } from "../../dashboard/user-names.ts"
import { monthName } from "../../lib/calendar.ts"
import { t, whole } from "../../lib/translate.ts"
import { CopyId, ExactWhen, Money } from "../../ui/value.tsx"

function Name({ user }: { user: string }) {
  return useUserNames()(user)
}

export const journalClosePage = definePage<"journal-closes">({
  heading: row => monthName(row.month),
  facts: row => [
    [t`Lines`, row.lines === null ? undefined : whole(row.lines)],
    ...(row.totals ?? []).map(({ currency, debit }): [string, React.ReactNode] => [
      t`Booked in ${currency}`,
      <Money amount={debit} currency={currency} />,
    ]),
    [t`Hash of its CSV export`, row.sha256 && <CopyId label={t`hash`} value={row.sha256} />],
    [t`Closed`, <ExactWhen at={row.closedAt} />],
    [t`Closed by`, <Name user={row.closedBy} />],
    [t`Reopening asked for by`, row.reopening && <Name user={row.reopening.requestedBy} />],
    [t`Reason`, row.reopening?.reason],
    [t`Reopened`, row.reopening?.reopenedAt && <ExactWhen at={row.reopening.reopenedAt} />],
  ],
  actions: {
    reopen: {
      label: t`Ask to reopen`,
      icon: LockKeyholeOpen,
      isDanger: true,
      about: row =>
        t`A second person must approve it. Then entries can be dated in ${monthName(row.month)} again, and a later export may differ.`,
      fields: [{ name: "reason", label: t`Reason`, kind: "text" }],
      done: t`Asked for approval`,
    },
    approve: {
      label: t`Approve reopening`,
      icon: Check,
      about: row => t`${monthName(row.month)} opens again. Its earlier close stays in the list, with its hash.`,
      done: t`Month reopened`,
    },
    reject: {
      label: t`Keep it closed`,
      icon: X,
      about: () => t`The reopening is rejected, or withdrawn if you asked for it yourself.`,
      done: t`The month stays closed`,
    },
  },
})
