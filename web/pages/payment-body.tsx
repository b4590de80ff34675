import { useQuery } from "@tanstack/react-query"
import { request } from "../client.ts"
import { Reference } from "../dashboard/reference.tsx"
import { ObjectLink } from "../dashboard/object-link.tsx"
import { money } from "../lib/money.ts"
import { say } from "../lib/words.ts"
import { Card, CardHead } from "../ui/card.tsx"
import { Status } from "../ui/status.tsx"
import { Money, When } from "../ui/value.tsx"
import { PaymentLink } from "./payment-link.tsx"
import type { Payment } from "./payments.tsx"

/** Where the money of a payment is: paid, left, refunded; its lines, its transactions. */
export function PaymentBody({ row }: { row: Payment }) {
  return (
    <>
      <Balance row={row} />
      <PaymentLink row={row} />
      <Lines row={row} />
      <Transactions row={row} />
    </>
  )
}

function Balance({ row }: { row: Payment }) {
  const parts: [label: string, amount: number][] = [
    ["Billed", row.amount],
    ["Paid", row.paid],
    ["Left to pay", row.due],
    ["Refunded", row.refunded],
  ]
  const share = row.amount === 0 ? 0 : Math.round((row.paid / row.amount) * 100)
  return (
    <Card aria-label="Money" className="p-5">
      <dl className="grid grid-cols-2 gap-4 sm:grid-cols-4">
        {parts.map(([label, amount]) => (
          <div key={label}>
            <dt className="text-xs text-fg-3">{label}</dt>
            <dd className="num mt-0.5 text-lg font-semibold tracking-[-0.015em]">{money(amount, row.currency)}</dd>
          </div>
        ))}
      </dl>
      <div role="img" aria-label={`${share}% paid`} className="mt-3 h-2 overflow-hidden rounded-full bg-line">
        <div className="h-full bg-good" style={{ width: `${share}%` }} />
      </div>
    </Card>
  )
}

function Lines({ row }: { row: Payment }) {
  return (
    <Card aria-label="Lines">
      <CardHead title="Lines" />
      <ul className="border-t border-line">
        {row.items.map((item, index) => (
          <li key={index} className="flex gap-4 border-b border-line px-5 py-2.5 last:border-0">
            <span className="min-w-0 flex-1">
              <span className="block font-medium break-words">{item.name}</span>
              <span className="block text-xs break-words text-fg-3">{item.description}</span>
              {item.supplier && (
                <span className="block text-xs text-fg-3">
                  shared with <Reference to="partnerships" id={item.supplier} />
                </span>
              )}
            </span>
            <Money amount={item.amount} currency={row.currency} className="font-medium" />
          </li>
        ))}
      </ul>
    </Card>
  )
}

type Transaction = {
  _id: string
  number: number
  method: string
  transactionType: string
  status: string
  amount: number
  currency: string
  receivedAt: string
}

function Transactions({ row }: { row: Payment }) {
  const transactions = useQuery({
    queryKey: ["transactions", "list", { paymentIntent: row._id }],
    queryFn: () =>
      request("GET /v1/transactions", { paymentIntent: row._id, limit: 50 }) as Promise<{ data: Transaction[]; count: number }>,
  })
  if (!transactions.data || transactions.data.count === 0) return null
  return (
    <Card aria-label="Transactions">
      <CardHead title="Money that moved" hint="Payments, refunds and tries that failed" />
      <ul className="border-t border-line">
        {transactions.data.data.map(each => (
          <li key={each._id} className="flex flex-wrap items-center gap-x-3 gap-y-1 border-b border-line px-5 py-2.5 text-sm last:border-0">
            <ObjectLink path="transactions" id={each._id} className="font-mono text-xs hover:underline">
              #{each.number}
            </ObjectLink>
            <span className="min-w-0 flex-1">
              {say(each.transactionType)} by {say(each.method).toLowerCase()}
            </span>
            <Status status={each.status} />
            <When at={each.receivedAt} className="text-fg-3" />
            <Money amount={each.amount} currency={each.currency} className="font-medium" />
          </li>
        ))}
      </ul>
    </Card>
  )
}
