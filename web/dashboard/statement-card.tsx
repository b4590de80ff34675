import { useMutation } from "@tanstack/react-query"
import { Download, FileText } from "lucide-react"
import { useState } from "react"
import { refused } from "../client.ts"
import { isMoment } from "../lib/as-of.ts"
import { firstOfMonth, monthName } from "../lib/calendar.ts"
import { download, downloadFile } from "../lib/download.ts"
import { localDate } from "../lib/time.ts"
import { t } from "../lib/translate.ts"
import { Button } from "../ui/button.tsx"
import { Card, CardHead } from "../ui/card.tsx"
import { cn } from "../ui/cn.ts"
import { control } from "../ui/control.ts"
import { notify } from "../ui/toast.tsx"
import { useAsOf } from "./as-of.tsx"

type Props = { route: string; name: string; createdAt: string; hint: string }
type Kind = "application/pdf" | "text/csv"
const maxMonths = 60

/** The months from the creation of an object to a day, the newest first. */
function monthsOf(createdAt: string, last: string): string[] {
  const first = localDate(new Date(createdAt)).slice(0, 7)
  const months = Array.from({ length: maxMonths }, (_, i) => firstOfMonth(last, -i).slice(0, 7))
  return months.filter((month, i) => i === 0 || month >= first)
}

/** The statement of one month as a file, of an earlier time if the page shows one. */
export function StatementCard(props: Props) {
  const asOf = useAsOf() ?? ""
  return <StatementAt key={asOf} {...props} asOf={asOf} />
}

function StatementAt({ route, name, createdAt, hint, asOf }: Props & { asOf: string }) {
  const months = monthsOf(createdAt, isMoment(asOf) ? localDate(new Date(asOf)) : localDate())
  const query = (month: string) => new URLSearchParams({ month, ...(asOf !== "" && { asOf }) })
  const [month, setMonth] = useState(months[0]!)
  const save = useMutation({
    mutationFn: async (kind: Kind) => saveStatement(`${route}?${query(month)}`, kind, `statement-${name}-${month}`),
    onError: (error: Error) => notify(t`The statement can't be made`, error.message, "bad"),
  })
  return (
    <Card aria-label={t`Statement`} className="pb-5">
      <CardHead title={t`Statement`} hint={hint} />
      <div className="flex flex-wrap items-center gap-2 px-5">
        <select
          aria-label={t`Month of the statement`}
          value={month}
          onChange={event => setMonth(event.target.value)}
          className={cn(control, "w-auto grow")}
        >
          {months.map(each => (
            <option key={each} value={each}>
              {monthName(each)}
            </option>
          ))}
        </select>
        <Button disabled={save.isPending} onClick={() => save.mutate("application/pdf")}>
          <FileText className="size-4 text-fg-3" aria-hidden /> PDF
        </Button>
        <Button disabled={save.isPending} onClick={() => save.mutate("text/csv")}>
          <Download className="size-4 text-fg-3" aria-hidden /> CSV
        </Button>
      </div>
    </Card>
  )
}

async function saveStatement(url: string, accept: Kind, name: string) {
  const response = await fetch(url, { headers: { accept } })
  if (!response.ok) throw await refused(response.status, (await response.json().catch(() => undefined)) as Parameters<typeof refused>[1])
  if (accept === "text/csv") download(`${name}.csv`, await response.blob())
  else downloadFile(new File([await response.blob()], `${name}.pdf`))
}
