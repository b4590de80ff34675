import { useQuery } from "@tanstack/react-query"
import { useState } from "react"
import { call } from "../../client.ts"
import { Forbidden } from "../../dashboard/forbidden.tsx"
import { PageHead } from "../../dashboard/page-head.tsx"
import { usePermission } from "../../dashboard/session.tsx"
import { localDate } from "../../lib/time.ts"
import { t } from "../../lib/translate.ts"
import { PeriodField } from "../../ui/period-field.tsx"
import { Accounts } from "./accounts.tsx"
import { CloseMonth } from "./close-month.tsx"
import { Downloads } from "./downloads.tsx"
import { Lines } from "./lines.tsx"
import { Totals } from "./totals.tsx"

/** Every movement of money in the accounts of the tenant's accounting program. */
export function JournalPage() {
  return usePermission()("journal.view") ? <AllowedJournal /> : <Forbidden needs="journal.view" />
}

function AllowedJournal() {
  const today = localDate()
  const thisMonth = { from: `${today.slice(0, 7)}-01`, to: today }
  const [chosen, setChosen] = useState({ from: "", to: "" })
  const period = chosen.from === "" || chosen.to === "" ? thisMonth : { from: chosen.from, to: chosen.to }
  const totals = useQuery({ queryKey: ["journal", "totals", period], queryFn: () => call("GET /v1/journal/totals", period) })
  return (
    <>
      <PageHead
        title={t`Journal`}
        about={t`Every movement of money as double-entry bookkeeping, in the accounts of your accounting program.`}
      >
        <PeriodField label={t`Period`} value={chosen} today={today} none={t`This month`} onChange={setChosen} />
        <Downloads period={period} currencies={[...new Set((totals.data?.accounts ?? []).map(({ currency }) => currency))]} />
      </PageHead>
      <div className="grid grid-cols-[minmax(0,1fr)] items-start gap-4 lg:grid-cols-[minmax(0,1fr)_22rem]">
        <div className="min-w-0 space-y-4">
          <Totals totals={totals} />
          <Lines key={`${period.from} ${period.to}`} period={period} />
        </div>
        <div className="min-w-0 space-y-4">
          <CloseMonth />
          <Accounts />
        </div>
      </div>
    </>
  )
}
