import { useQuery } from "@tanstack/react-query"
import { request } from "../client.ts"
import { ObjectLink } from "../dashboard/object-link.tsx"
import { Card, CardHead } from "../ui/card.tsx"
import { Status } from "../ui/status.tsx"
import { Money, When } from "../ui/value.tsx"

type Row = { _id: string; number: string; amount: number; currency: string; status: string; dueAt: string }

/** The newest payments of a contact or an order. */
export function RelatedPayments({ filter }: { filter: Record<string, string> }) {
  const payments = useQuery({
    queryKey: ["payment-intents", "list", { ...filter, limit: "10" }],
    queryFn: () => request("GET /v1/payment-intents", { ...filter, limit: 10 }) as Promise<{ data: Row[]; count: number }>,
  })
  if (!payments.data) return null
  return (
    <Card aria-label="Payments">
      <CardHead title="Payments" hint={payments.data.count === 0 ? "None yet" : `${payments.data.count} in all, newest first`} />
      <ul className="border-t border-line empty:hidden">
        {payments.data.data.map(row => (
          <li key={row._id} className="flex flex-wrap items-center gap-x-3 gap-y-1 border-b border-line px-5 py-2.5 text-sm last:border-0">
            <ObjectLink path="payments" id={row._id} className="min-w-0 flex-1 font-mono text-xs hover:underline">
              {row.number}
            </ObjectLink>
            <Status status={row.status} />
            <When at={row.dueAt} className="text-fg-3" />
            <Money amount={row.amount} currency={row.currency} className="font-medium" />
          </li>
        ))}
      </ul>
    </Card>
  )
}
