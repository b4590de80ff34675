import { useQuery } from "@tanstack/react-query"
import { call, type Output } from "../../client.ts"
import { moneyBesideCode } from "../../lib/money.ts"
import { Card, CardHead } from "../../ui/card.tsx"
import { Skeleton } from "../../ui/empty.tsx"
import { CardFailure } from "../../ui/failure.tsx"
import { ScrollRegion } from "../../ui/scroll-region.tsx"

type Balance = Output<"GET /v1/balances">["data"][number]

const meanings: [key: Exclude<keyof Balance, "currency">, label: string][] = [
  ["available", "Available"],
  ["pending", "Pending"],
  ["reserved", "Reserved"],
  ["payable", "Payable to partners"],
  ["owing", "Receivable from partners"],
  ["receivable", "Receivable from payers"],
]

/** One row for each currency. */
export function Balances() {
  const balances = useQuery({ queryKey: ["balances"], queryFn: () => call("GET /v1/balances", { limit: 100 }) })
  const rows = balances.data?.data
  const shown = meanings.filter(([key]) => key !== "owing" || rows?.some(row => row.owing !== 0)) // most businesses never have any
  return (
    <Card aria-label="Balances">
      <CardHead title="Balances" hint="From the ledger, by currency" />
      <CardFailure query={balances} />
      {balances.isPending && <Skeleton className="mx-5 mb-5 h-16" />}
      {rows?.length === 0 && <p className="border-t border-line px-5 py-6 text-center text-fg-3">No money has moved yet.</p>}
      {rows?.map(row => (
        <PhoneBalance key={row.currency} row={row} />
      ))}
      {rows && rows.length > 0 && (
        <ScrollRegion label="Balances by currency" className="border-t border-line max-sm:hidden">
          <table className="w-full text-sm">
            <thead>
              <tr className="border-b border-line text-xs text-fg-3">
                <th scope="col" className="h-9 px-5 text-start font-medium">
                  Currency
                </th>
                {shown.map(([key, label]) => (
                  <th key={key} scope="col" className="h-9 px-3 text-end font-medium whitespace-nowrap last:pe-5">
                    {label}
                  </th>
                ))}
              </tr>
            </thead>
            <tbody>
              {rows.map(row => (
                <tr key={row.currency} className="border-b border-line last:border-0 hover:bg-hover">
                  <th scope="row" className="h-10 px-5 text-start font-medium">
                    {row.currency}
                  </th>
                  {shown.map(([key]) => (
                    <td key={key} className={`num px-3 text-end whitespace-nowrap last:pe-5 ${row[key] === 0 ? "text-fg-3" : ""}`}>
                      {moneyBesideCode(row[key], row.currency)}
                    </td>
                  ))}
                </tr>
              ))}
            </tbody>
          </table>
        </ScrollRegion>
      )}
    </Card>
  )
}

/** On a phone: one below the other, because six columns do not fit, and without zeros. */
const PhoneBalance = ({ row }: { row: Balance }) => (
  <section aria-label={`Balances in ${row.currency}`} className="border-t border-line px-5 py-3 sm:hidden">
    <h3 className="text-xs font-medium text-fg-3">{row.currency}</h3>
    <dl className="text-sm">
      {meanings
        .filter(([key]) => key === "available" || row[key] !== 0)
        .map(([key, label]) => (
          <div key={key} className="flex min-h-7 items-center justify-between gap-3">
            <dt className="text-fg-2">{label}</dt>
            <dd className="num">{moneyBesideCode(row[key], row.currency)}</dd>
          </div>
        ))}
    </dl>
  </section>
)
