import { Check, LockKeyholeOpen, X } from "lucide-react"
import { definePage } from "../../dashboard/resource.ts"
import { useUserNames } from "../../dashboard/user-names.ts"
import { monthName } from "../../lib/calendar.ts"
import { CopyId, ExactWhen, Money } from "../../ui/value.tsx"

function Name({ user }: { user: string }) {
  return useUserNames()(user)
}

export const journalClosePage = definePage<"journal-closes">({
  heading: row => monthName(row.month),
  facts: row => [
    ["Lines", row.lines?.toLocaleString()],
    ...(row.totals ?? []).map(({ currency, debit }): [string, React.ReactNode] => [
      `Booked in ${currency}`,
      <Money amount={debit} currency={currency} />,
    ]),
    ["Hash of its CSV export", row.sha256 && <CopyId label="hash" value={row.sha256} />],
    ["Closed", <ExactWhen at={row.closedAt} />],
    ["Closed by", <Name user={row.closedBy} />],
    ["Reopening asked for by", row.reopening && <Name user={row.reopening.requestedBy} />],
    ["Reason", row.reopening?.reason],
    ["Reopened", row.reopening?.reopenedAt && <ExactWhen at={row.reopening.reopenedAt} />],
  ],
  actions: {
    reopen: {
      label: "Ask to reopen",
      icon: LockKeyholeOpen,
      isDanger: true,
      about: row =>
        `A second person must approve it. Then entries can be dated in ${monthName(row.month)} again, and a later export may differ.`,
      fields: [{ name: "reason", label: "Reason", kind: "text" }],
      done: "Asked for approval",
    },
    approve: {
      label: "Approve reopening",
      icon: Check,
      about: row => `${monthName(row.month)} opens again. Its earlier close stays in the list, with its hash.`,
      done: "Month reopened",
    },
    reject: {
      label: "Keep it closed",
      icon: X,
      about: () => "The reopening is rejected, or withdrawn if you asked for it yourself.",
      done: "The month stays closed",
    },
  },
})
