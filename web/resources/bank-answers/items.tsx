import { useQueryClient } from "@tanstack/react-query"
import { CheckCircle2, CircleAlert, CircleDashed, FileCheck2, FilePen, RotateCcw, XCircle, type LucideIcon } from "lucide-react"
import { useId, useState } from "react"
import { call, type Output } from "../../client.ts"
import { Reference } from "../../dashboard/reference.tsx"
import { usePermission } from "../../dashboard/session.tsx"
import { useUserNames } from "../../dashboard/user-names.ts"
import { rich } from "../../lib/rich.ts"
import { t } from "../../lib/translate.ts"
import { Badge } from "../../ui/badge.tsx"
import { Button } from "../../ui/button.tsx"
import { Card, CardHead } from "../../ui/card.tsx"
import { FormDialog } from "../../ui/form.tsx"
import { notify } from "../../ui/toast.tsx"
import type { Tone } from "../../ui/tone.ts"
import { When } from "../../ui/value.tsx"

type Answer = Output<"GET /v1/bank-answers/{id}">
type Item = Answer["items"][number]

const looks: Record<NonNullable<Item["effect"]>, [words: string, Tone, LucideIcon]> = {
  rejected: [t`Payment failed`, "bad", XCircle],
  returned: [t`Taken back`, "warn", RotateCcw],
  accepted: [t`File accepted`, "neutral", FileCheck2],
  correction: [t`Mandate stopped`, "warn", FilePen],
  known: [t`Known before`, "neutral", CheckCircle2],
  waiting: [t`Waits for you`, "accent", CircleAlert],
}

function Effect({ effect, handled }: Item) {
  const [words, tone, icon]: [string, Tone, LucideIcon] =
    handled !== null ? [t`Dealt with`, "good", CheckCircle2] : effect === null ? [t`Being applied`, "info", CircleDashed] : looks[effect]
  return (
    <Badge tone={tone} icon={icon}>
      {words}
    </Badge>
  )
}

/** What the bank said of each payment, and what that did. What waits for a person comes first. */
export function AnswerBody({ row }: { row: Answer }) {
  const titleId = useId()
  const [open, setOpen] = useState<Item | undefined>(undefined)
  const isOpen = ({ effect, handled }: Item) => effect === "waiting" && handled === null
  const items = [...row.items.filter(isOpen), ...row.items.filter(item => !isOpen(item))]
  const mayHandle = usePermission()("payouts.send")
  return (
    <Card aria-labelledby={titleId}>
      <CardHead title={<span id={titleId}>{t`What the bank says`}</span>} hint={t`Each part is applied once`} />
      <ul className="border-t border-line">
        {items.map(item => (
          <li key={item.item} className="flex flex-wrap items-center gap-x-3 gap-y-2 border-b border-line px-5 py-3 text-sm last:border-0">
            <div className="min-w-0 flex-1 basis-64">
              <p className="wrap-anywhere">{item.words}</p>
              <p className="text-xs text-fg-3">
                <About item={item} />
              </p>
              {item.handled && <Handled of={item.handled} />}
            </div>
            <Effect {...item} />
            {isOpen(item) && mayHandle && (
              <Button size="sm" onClick={() => setOpen(item)}>
                {t`I have dealt with it`}
              </Button>
            )}
          </li>
        ))}
      </ul>
      {open && <HandleDialog answer={row} item={open} onClose={() => setOpen(undefined)} />}
    </Card>
  )
}

/** The payment where one is known, else the file. */
function About({ item: { payout, transaction, paymentFile } }: { item: Item }) {
  if (paymentFile === null) return t`It names no payment of yours.`
  const file = <Reference to="payment-files" id={paymentFile} />
  if (payout !== null) return rich`Payout ${<Reference to="payouts" id={payout} />} in ${file}`
  return transaction === null ? file : rich`Debit ${<Reference to="transactions" id={transaction} />} in ${file}`
}

function Handled({ of: { by, at, note } }: { of: NonNullable<Item["handled"]> }) {
  const nameOf = useUserNames()
  return <p className="mt-1 text-xs text-fg-2 wrap-anywhere">{rich`“${note}” (${nameOf(by)}, ${<When at={at} />})`}</p>
}

function HandleDialog({ answer, item, onClose }: { answer: Answer; item: Item; onClose(): void }) {
  const queries = useQueryClient()
  return (
    <FormDialog<Answer>
      id={`handle ${answer._id} ${item.item}`}
      isOpen
      onClose={onClose}
      title={t`What did you do?`}
      description={`${item.words}. ${t`Nothing is booked: the part stops waiting, and your note stays with it.`}`}
      fields={[
        { name: "note", label: t`Note`, kind: "long-text", isRequired: true, placeholder: t`Called the bank: the payment was not made` },
      ]}
      submit={() => t`Stop waiting`}
      send={(input, idempotencyKey) =>
        call(
          "POST /v1/bank-answers/{id}/handle",
          { item: item.item, note: String(input["note"]) },
          { path: { id: answer._id }, idempotencyKey },
        )
      }
      onDone={() => {
        void queries.invalidateQueries()
        notify(t`It does not wait any more`, t`Nothing was booked.`)
      }}
    />
  )
}
