import { ObjectLink } from "../../dashboard/object-link.tsx"
import { inSentence, plural, t, whole } from "../../lib/translate.ts"
import { say } from "../../lib/words.ts"
import { Card, CardHead } from "../../ui/card.tsx"
import { Status } from "../../ui/status.tsx"
import { Money, When } from "../../ui/value.tsx"
import { type Payment, useInstallments, useTransactions } from "./data.ts"

const shape = "flex flex-wrap items-center gap-x-3 gap-y-1 border-b border-line px-5 py-2.5 text-sm last:border-0"
const isNothing = (status: string) => status === "failed" || status === "canceled"

function nameOf({ transactionType, method }: { transactionType: string; method: string }): string {
  const way = inSentence(say(method))
  return transactionType === "refund" ? t`Refund by ${way}` : t`Charge by ${way}`
}

/** Payments, refunds and failed attempts; declined ones are crossed out, because no money was taken. */
export function Transactions({ row }: { row: Payment }) {
  const transactions = useTransactions(row._id)
  if (!transactions.data || transactions.data.count === 0) return null
  const rows = transactions.data.data
  const settled = rows.filter(({ status }) => status === "succeeded").length
  const failed = rows.filter(({ status }) => status === "failed").length
  return (
    <Card aria-label={t`Transactions`}>
      <CardHead
        title={t`Transactions`}
        hint={failed > 0 ? t`${whole(settled)} settled, ${whole(failed)} failed` : t`${whole(settled)} settled`}
      />
      <ul className="border-t border-line">
        {rows.map(each => (
          <li key={each._id} className={shape}>
            <ObjectLink to="transactions" id={each._id} className="w-14 font-mono text-xs hover:underline">
              #{each.number}
            </ObjectLink>
            <span className="min-w-0 flex-1 basis-28">
              {nameOf(each)}
              {each.failure && <span className="block text-xs text-fg-3">{each.failure.message}</span>}
            </span>
            <Status status={each.status} />
            <When at={each.receivedAt} className="text-fg-3" />
            <Money
              amount={each.transactionType === "refund" ? -each.amount : each.amount}
              currency={each.currency}
              className={isNothing(each.status) ? "text-fg-3 line-through" : "font-medium"}
            />
          </li>
        ))}
      </ul>
    </Card>
  )
}

/** The parts of a payment plan, each with its own due date. */
export function Installments({ row }: { row: Payment }) {
  const parts = useInstallments(row).data ?? []
  if (parts.length === 0) return null
  return (
    <Card aria-label={t`Installments`}>
      <CardHead
        title={t`Installments`}
        hint={plural(parts.length, t`${whole(parts.length)} part, by due date`, t`${whole(parts.length)} parts, by due date`)}
      />
      <ul className="border-t border-line">
        {parts.map(each => (
          <li key={each._id} className={shape}>
            <ObjectLink to="payment-intents" id={each._id} className="min-w-0 flex-1 basis-20 font-mono text-xs hover:underline">
              {each.number}
            </ObjectLink>
            <Status status={each.status} />
            <When at={each.dueAt} className="text-fg-3" />
            <Money amount={each.amount} currency={each.currency} className="font-medium" />
          </li>
        ))}
      </ul>
    </Card>
  )
}
