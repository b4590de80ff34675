import { useMutation } from "@tanstack/react-query"
import { Download, FileText } from "lucide-react"
import { useState } from "react"
import { refused } from "../client.ts"
import { firstOfMonth, monthName } from "../lib/calendar.ts"
import { download, downloadFile } from "../lib/download.ts"
import { localDate } from "../lib/time.ts"
import { Button } from "../ui/button.tsx"
import { Card, CardHead } from "../ui/card.tsx"
import { cn } from "../ui/cn.ts"
import { control } from "../ui/control.ts"
import { notify } from "../ui/toast.tsx"

type Props = { route: string; name: string; createdAt: string; hint: string }
type Kind = "application/pdf" | "text/csv"
const maxMonths = 60

/** The months since an object was created, the newest first. */
function monthsSince(createdAt: string): string[] {
  const [first, today] = [localDate(new Date(createdAt)).slice(0, 7), localDate()]
  const months = Array.from({ length: maxMonths }, (_, i) => firstOfMonth(today, -i).slice(0, 7))
  return months.filter((month, i) => i === 0 || month >= first)
}

/** The statement of one month as a file. */
export function StatementCard({ route, name, createdAt, hint }: Props) {
  const months = monthsSince(createdAt)
  const [month, setMonth] = useState(months[0]!)
  const save = useMutation({
    mutationFn: async (kind: Kind) => saveStatement(`${route}?month=${month}`, kind, `statement-${name}-${month}`),
    onError: (error: Error) => notify("The statement can't be made", error.message, "bad"),
  })
  return (
    <Card aria-label="Statement" className="pb-5">
      <CardHead title="Statement" hint={hint} />
      <div className="flex flex-wrap items-center gap-2 px-5">
        <select
          aria-label="Month of the statement"
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
