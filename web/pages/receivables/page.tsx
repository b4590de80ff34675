import { useQuery } from "@tanstack/react-query"
import { BellRing, CircleCheck, Download } from "lucide-react"
import { useState } from "react"
import { call, requestCsv } from "../../client.ts"
import { AsOfBanner, AsOfButton, useAsOf } from "../../dashboard/as-of.tsx"
import { Forbidden } from "../../dashboard/forbidden.tsx"
import { PageHead } from "../../dashboard/page-head.tsx"
import { usePermission } from "../../dashboard/session.tsx"
import { download } from "../../lib/download.ts"
import { localDate } from "../../lib/time.ts"
import { plural, t, whole } from "../../lib/translate.ts"
import { ages } from "../../resources/contacts/ages.ts"
import { Button } from "../../ui/button.tsx"
import { Card } from "../../ui/card.tsx"
import { CurrencyTabs } from "../../ui/currency-tabs.tsx"
import { Empty, Skeleton } from "../../ui/empty.tsx"
import { Failure } from "../../ui/failure.tsx"
import { Figures } from "../../ui/figures.tsx"
import { Segment } from "../../ui/segment.tsx"
import { notify } from "../../ui/toast.tsx"
import { Money } from "../../ui/value.tsx"
import { Debtors, type Part } from "./debtors.tsx"
import { RemindDialog } from "./remind-dialog.tsx"

/** Who owes money, and how long they are late. */
export function Receivables() {
  return usePermission()("analytics.view") ? <AllowedReceivables /> : <Forbidden needs="analytics.view" />
}

const filters = [
  { id: "", label: t`All` },
  { id: "0", label: t`Late` },
  { id: "30", label: t`> 30 days` },
  { id: "60", label: t`> 60 days` },
  { id: "90", label: t`> 90 days` },
] as const
type LateBy = (typeof filters)[number]["id"]

function AllowedReceivables() {
  const [lateBy, setLateBy] = useState<LateBy>("")
  const [chosen, setChosen] = useState("")
  const asOf = useAsOf()
  const query = { ...(lateBy !== "" && { lateMoreThan: lateBy }), ...(asOf !== undefined && { asOf }) }
  const report = useQuery({
    queryKey: ["payment-intents", "receivables", lateBy, asOf],
    queryFn: () => call("GET /v1/analytics/receivables", query),
  })
  const byCurrency = report.data?.byCurrency ?? {}
  const currencies = Object.keys(byCurrency)
  const currency = byCurrency[chosen] ? chosen : currencies[0]
  return (
    <>
      <PageHead title={t`Aged receivables`} about={t`Who owes you money, and for how long it is late.`}>
        <Segment<LateBy> label={t`Late by`} value={lateBy} onChange={setLateBy} options={filters} />
        <Button onClick={() => void saveCsv(query)}>
          <Download className="size-4 text-fg-3" aria-hidden /> CSV
        </Button>
        {asOf === undefined && <AsOfButton />}
      </PageHead>
      {asOf !== undefined && (
        <div className="mb-4">
          <AsOfBanner asOf={asOf} what={t`Receivables as they were`} />
        </div>
      )}
      {report.isError && <Failure error={report.error} onRetry={() => void report.refetch()} />}
      {report.isPending && <Skeleton className="h-64 w-full" />}
      {report.data && currency === undefined && (
        <Card>
          <Empty icon={CircleCheck} title={noneTitle(lateBy, asOf !== undefined)}>
            {t`What payers owe is shown here, with the oldest debts first.`}
          </Empty>
        </Card>
      )}
      {currency !== undefined && (
        <Card aria-label={t`Aged receivables`}>
          {currencies.length > 1 && <CurrencyTabs tabs={currencies.map(id => ({ id }))} value={currency} onChange={setChosen} />}
          <OneCurrency
            key={`${lateBy} ${currency}`}
            part={byCurrency[currency]!}
            currency={currency}
            lateMoreThan={Number(lateBy)}
            asOf={asOf}
          />
        </Card>
      )}
    </>
  )
}

function noneTitle(lateBy: LateBy, isPast: boolean) {
  if (isPast) return lateBy === "" ? t`Nobody owed you anything` : t`Nobody was late by that much`
  return lateBy === "" ? t`Nobody owes you anything` : t`Nobody is late by that much`
}

type OneProps = { part: Part; currency: string; lateMoreThan: number; asOf: string | undefined }

function OneCurrency({ part, currency, lateMoreThan, asOf }: OneProps) {
  const mayRemind = usePermission()("paymentIntents.edit") && asOf === undefined
  const [selected, setSelected] = useState<ReadonlySet<string>>(new Set())
  const [isOpen, setOpen] = useState(false)
  const shown = (amount: number) => <Money amount={amount} currency={currency} />
  return (
    <>
      <div className="p-5">
        <Figures
          figures={[
            {
              label: t`Owed`,
              value: shown(part.owed),
              note: plural(part.contactCount, t`By 1 contact`, t`By ${whole(part.contactCount)} contacts`),
            },
            { label: t`Not due yet`, value: shown(part.notDue), tone: "quiet" },
            ...ages.map(({ field, label }) => ({
              label,
              value: shown(part[field]),
              tone: part[field] > 0 ? ("bad" as const) : ("quiet" as const),
            })),
          ]}
        />
      </div>
      <Debtors
        part={part}
        currency={currency}
        now={asOf === undefined ? undefined : new Date(asOf)}
        {...(mayRemind && { selected, onSelect: setSelected })}
      />
      {part.contactCount > part.contacts.length && (
        <p className="border-t border-line px-5 py-3 text-xs text-fg-3">
          {t`The ${whole(part.contacts.length)} who are late with most. The sums are about all ${whole(part.contactCount)}.`}
        </p>
      )}
      {mayRemind && selected.size > 0 && (
        <div className="sticky bottom-0 flex flex-wrap items-center gap-3 rounded-b-xl border-t border-line bg-surface px-5 py-3">
          <p role="status" className="grow text-sm">
            {plural(selected.size, t`1 contact chosen`, t`${whole(selected.size)} contacts chosen`)}
          </p>
          <Button variant="ghost" onClick={() => setSelected(new Set())}>
            {t`Choose none`}
          </Button>
          <Button variant="primary" onClick={() => setOpen(true)}>
            <BellRing className="size-4" aria-hidden /> {t`Send reminder…`}
          </Button>
        </div>
      )}
      {isOpen && <RemindDialog contacts={[...selected]} currency={currency} lateMoreThan={lateMoreThan} onClose={() => setOpen(false)} />}
    </>
  )
}

async function saveCsv(query: Record<string, string>) {
  try {
    download(`aged-receivables-${localDate()}.csv`, await requestCsv(`/v1/analytics/receivables?${new URLSearchParams(query)}`))
  } catch (error) {
    notify(t`The file can't be made`, (error as Error).message, "bad")
  }
}
