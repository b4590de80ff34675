import { useMutation } from "@tanstack/react-query"
import { Download } from "lucide-react"
import { useState } from "react"
import { requestFile } from "../../client.ts"
import { downloadFile } from "../../lib/download.ts"
import { t } from "../../lib/translate.ts"
import { Button } from "../../ui/button.tsx"
import { control } from "../../ui/control.ts"
import { cn } from "../../ui/cn.ts"
import { notify } from "../../ui/toast.tsx"

type Props = { period: { from: string; to: string }; currencies: readonly string[] }

const programs = [
  ["datev", "DATEV"],
  ["quickbooks", "QuickBooks"],
] as const

/** A CSV file has all currencies; one for a program has one. */
export function Downloads({ period, currencies }: Props) {
  const files = [
    { value: "format=csv", label: t`CSV, all currencies` },
    ...programs.flatMap(([format, name]) =>
      currencies.map(currency => ({ value: `format=${format}&currency=${currency}`, label: `${name}, ${currency}` })),
    ),
  ]
  const [chosen, setChosen] = useState("format=csv")
  const file = files.some(({ value }) => value === chosen) ? chosen : "format=csv"
  const save = useMutation({
    mutationFn: () => requestFile(`/v1/journal?from=${period.from}&to=${period.to}&${file}`),
    onSuccess: downloadFile,
    onError: (error: Error) => notify(t`The file can't be made`, error.message, "bad"),
  })
  return (
    <span className="flex min-w-0 items-center gap-2 max-sm:grow">
      <select
        aria-label={t`File`}
        value={file}
        onChange={event => setChosen(event.target.value)}
        className={cn(control, "font-medium sm:w-auto max-sm:grow")}
      >
        {files.map(({ value, label }) => (
          <option key={value} value={value}>
            {label}
          </option>
        ))}
      </select>
      <Button disabled={save.isPending} onClick={() => save.mutate()}>
        <Download className="size-4 text-fg-3" aria-hidden />
        {save.isPending ? t`Making it…` : t`Download`}
      </Button>
    </span>
  )
}
