import { useQuery } from "@tanstack/react-query"
import { Plus, Search } from "lucide-react"
import { useDeferredValue, useState } from "react"
import { call } from "../../client.ts"
import { filtersFor } from "../../dashboard/list-search.ts"
import { Reference } from "../../dashboard/reference.tsx"
import { isId } from "../../lib/is-id.ts"
import { money } from "../../lib/money.ts"
import { t } from "../../lib/translate.ts"
import { payments as paymentResource } from "../../resources/payment-intents/resource.tsx"
import { Button } from "../../ui/button.tsx"
import { cn } from "../../ui/cn.ts"
import { control } from "../../ui/control.ts"
import { Failure } from "../../ui/failure.tsx"
import type { BankLine } from "./lines.ts"

/** What a part is for; `due` is known of payments. */
export type Found = { object: string; label: string; due?: number }

/** Numbers and ids of what is no payment, such as PO-000012, are taken as they are typed. */
const isOther = (text: string) => isId(text) || /^PO-\d+$/i.test(text)

/** Finds open payments by name, e-mail or number; for money out a person writes the number of the payout. */
export function SearchPayments({ line, onAdd }: { line: BankLine; onAdd(found: Found): void }) {
  const [text, setText] = useState("")
  const typed = text.trim()
  const found = usePayments(line, useDeferredValue(typed))
  return (
    <div>
      <label className="relative block">
        <Search className="pointer-events-none absolute top-2.5 start-2.5 size-4 text-fg-3 sm:top-2" aria-hidden />
        <span className="sr-only">{t`Find a payment by name, e-mail or number`}</span>
        <input
          type="search"
          value={text}
          placeholder={line.amount > 0 ? t`Name, e-mail or number of a payment` : t`Number of a payout, such as PO-000012`}
          onChange={event => setText(event.target.value)}
          onKeyDown={event => {
            if (event.key === "Enter") event.preventDefault() // it searches, and does not send the form
          }}
          className={cn(control, "bg-sunken ps-8")}
        />
      </label>
      {found.isError && <Failure error={found.error} onRetry={() => void found.refetch()} />}
      {isOther(typed) && (
        <Button size="sm" className="mt-2" onClick={() => onAdd({ object: typed, label: typed })}>
          <Plus className="size-3.5" aria-hidden /> {t`Add ${typed}`}
        </Button>
      )}
      <ul className="mt-2 max-h-64 divide-y divide-line overflow-y-auto rounded-lg shadow-line empty:hidden">
        {found.data?.map(({ _id, number, contact, due, currency }) => (
          <li key={_id} className="flex items-center gap-3 px-3 py-1.5 text-sm">
            <span className="min-w-0 flex-1 truncate">
              <span className="font-medium">{number}</span> <Reference to="contacts" id={contact} isPlain />
            </span>
            <span className="num text-fg-2">{t`${money(due, currency)} due`}</span>
            <Button size="sm" aria-label={t`Add ${number}`} onClick={() => onAdd({ object: _id, label: number, due })}>
              <Plus className="size-3.5" aria-hidden /> {t`Add`}
            </Button>
          </li>
        ))}
      </ul>
    </div>
  )
}

/** Open payments: those that match the typed text; else those of exactly this amount, then the next due ones. */
function usePayments({ _id, amount, currency }: BankLine, text: string) {
  const open = { currency, "status[in]": "due,overdue,paid-partial", "intentType[ne]": "payment-plan" }
  const find = async (query: object) => (await call("GET /v1/payment-intents", query)).data
  return useQuery({
    queryKey: ["payment-intents", "to match", _id, text],
    queryFn: async () => {
      if (text !== "") return find({ currency, ...(await filtersFor(paymentResource, text)).filters, limit: 10 })
      const found = await Promise.all([find({ ...open, due: amount, limit: 10 }), find({ ...open, sort: "dueAt", limit: 10 })])
      return [...new Map(found.flat().map(payment => [payment._id, payment])).values()].slice(0, 10)
    },
    enabled: amount > 0,
  })
}
