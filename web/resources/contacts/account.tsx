import { useQuery } from "@tanstack/react-query"
import { Link } from "@tanstack/react-router"
import { useState } from "react"
import { call, type Output } from "../../client.ts"
import { useAsOf } from "../../dashboard/as-of.tsx"
import { usePermission } from "../../dashboard/session.tsx"
import { StatementCard } from "../../dashboard/statement-card.tsx"
import { money } from "../../lib/money.ts"
import { shortDate } from "../../lib/time.ts"
import { plural, t, whole } from "../../lib/translate.ts"
import { Card, CardHead } from "../../ui/card.tsx"
import { CurrencyTabs } from "../../ui/currency-tabs.tsx"
import { Skeleton } from "../../ui/empty.tsx"
import { Failure } from "../../ui/failure.tsx"
import { type Figure, Figures } from "../../ui/figures.tsx"
import { Money } from "../../ui/value.tsx"
import { ages } from "./ages.ts"

type Contact = Output<"GET /v1/contacts/{id}">
type Account = Output<"GET /v1/contacts/{id}/account">["byCurrency"][string]

/** What a contact owes and has paid, and its statements. */
export function ContactBody({ row }: { row: Contact }) {
  const can = usePermission()
  return (
    <>
      {can("paymentIntents.view") && <AccountCard contact={row._id} />}
      {can("transactions.view") && (
        <StatementCard
          route={`/v1/contacts/${row._id}/statement`}
          name={row.email}
          createdAt={row.createdAt}
          hint={t`What was asked for, paid and given back in a month, with the balance before and after`}
        />
      )}
    </>
  )
}

function AccountCard({ contact }: { contact: string }) {
  const [chosen, setChosen] = useState("")
  const asOf = useAsOf() ?? ""
  const account = useQuery({
    queryKey: ["contacts", "account", contact, asOf],
    queryFn: ({ signal }) => call("GET /v1/contacts/{id}/account", asOf === "" ? {} : { asOf }, { path: { id: contact }, signal }),
  })
  if (account.isError) return <Failure error={account.error} onRetry={() => void account.refetch()} />
  if (!account.data) return <Skeleton className="h-36 w-full" />
  const { byCurrency } = account.data
  const currencies = Object.keys(byCurrency)
  const currency = byCurrency[chosen] ? chosen : currencies[0]
  const figures = currency === undefined ? undefined : byCurrency[currency]
  return (
    <Card aria-label={t`Account`}>
      {currencies.length > 1 && <CurrencyTabs tabs={currencies.map(id => ({ id }))} value={currency!} onChange={setChosen} />}
      {figures ? (
        <Balance contact={contact} currency={currency!} account={figures} isPast={asOf !== ""} />
      ) : (
        <CardHead
          title={t`Nothing was asked for yet`}
          hint={asOf === "" && t`A payment or a subscription shows here what is owed, late and paid.`}
        />
      )}
    </Card>
  )
}

type BalanceProps = { contact: string; currency: string; account: Account; isPast: boolean }

function Balance({ contact, currency, account, isPast }: BalanceProps) {
  const shown = (amount: number) => <Money amount={amount} currency={currency} />
  const { owed, late, openCount, lateCount, oldestDueAt, paid, credit } = account
  const figures: Figure[] = [
    {
      label: t`Owed`,
      value: shown(owed),
      note: owed > 0 && plural(openCount, t`${whole(openCount)} payment open`, t`${whole(openCount)} payments open`),
    },
    {
      label: t`Late`,
      value: shown(late),
      ...(late > 0 && oldestDueAt ? { tone: "bad", note: lateNote(lateCount, shortDate(oldestDueAt)) } : { tone: "quiet" }),
    },
    { label: t`Paid`, value: shown(paid), note: t`Before refunds` },
    ...(credit > 0 ? [{ label: t`Credit`, value: shown(credit), note: t`Paid too much, not spent yet` }] : []),
  ]
  return (
    <div className="p-5">
      <Figures figures={figures} />
      {late > 0 && <Ages account={account} currency={currency} />}
      {late > 0 && !isPast && (
        <Link
          to="/$resource"
          params={{ resource: "payments" }}
          search={{ contact, isOverdue: "true" }}
          className="mt-3 inline-block text-xs text-fg-2 underline underline-offset-2"
        >
          {t`See what is late`}
        </Link>
      )}
    </div>
  )
}

const lateNote = (count: number, day: string) =>
  plural(count, t`${whole(count)} payment, since ${day}`, t`${whole(count)} payments, since ${day}`)

/** What is late by age, as a bar and as a table. */
function Ages({ account, currency }: { account: Account; currency: string }) {
  const parts = ages.filter(({ field }) => account[field] > 0)
  return (
    <figure className="mt-4" aria-label={t`Late by age`}>
      <div aria-hidden className="flex h-2 gap-0.5 overflow-hidden rounded-full bg-line">
        {parts.map(({ field, mark }) => (
          <i key={field} className={mark} style={{ width: `${(account[field] / account.late) * 100}%` }} />
        ))}
      </div>
      <dl className="mt-2 flex flex-wrap gap-x-5 gap-y-1 text-xs">
        {parts.map(({ field, label, mark }) => (
          <div key={field} className="flex items-center gap-1.5">
            <i aria-hidden className={`size-2 rounded-[3px] ${mark}`} />
            <dt className="text-fg-3">{label}</dt>
            <dd className="num font-medium">{money(account[field], currency)}</dd>
          </div>
        ))}
      </dl>
    </figure>
  )
}
