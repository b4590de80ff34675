import { Download, ImageDown } from "lucide-react"
import type { RefObject } from "react"
import { requestCsv } from "../../client.ts"
import { dayText } from "../../lib/calendar.ts"
import { download, downloadPicture } from "../../lib/download.ts"
import { plotPicture } from "../../lib/plot-picture.ts"
import { t } from "../../lib/translate.ts"
import { Button } from "../../ui/button.tsx"
import { notify } from "../../ui/toast.tsx"

type Props = {
  title: string
  /** The beginning of the names of the files. */
  name: string
  currency: string
  /** The days that the answer is about. Undefined while there is nothing to draw. */
  shown: { from: string; to: string } | undefined
  plot: RefObject<HTMLDivElement | null>
  /** Where the service has the same figures as CSV. */
  address: string
}

/** The buttons that make files of a plot: a picture of what the page shows, and a table of the service. */
export function PlotFiles({ title, shown, address, ...props }: Props) {
  return (
    <>
      <Button
        size="sm"
        variant="ghost"
        disabled={!shown}
        aria-label={t`PNG of ${title}`}
        title={t`Download the plot as PNG`}
        onClick={() => shown && void savePng({ title, shown, ...props })}
      >
        <ImageDown className="size-3.5" aria-hidden />
      </Button>
      <Button
        size="sm"
        variant="ghost"
        className="-me-2"
        aria-label={t`CSV of ${title}`}
        title={t`Download as CSV`}
        onClick={() => void saveCsv(`${props.name}-${props.currency}.csv`, address)}
      >
        <Download className="size-3.5" aria-hidden />
      </Button>
    </>
  )
}

type Picture = Pick<Props, "title" | "name" | "currency" | "plot"> & { shown: { from: string; to: string } }

async function savePng({ title, name, currency, shown: { from, to }, plot }: Picture) {
  if (!plot.current) return
  try {
    const picture = await plotPicture(plot.current, title, t`${currency}, ${dayText(from)} to ${dayText(to)}`)
    downloadPicture(`${name}-${currency}-${from}-${to}.png`, picture)
  } catch {
    notify(t`The picture could not be drawn`, t`Take the table or the CSV instead.`, "bad")
  }
}

async function saveCsv(name: string, address: string) {
  try {
    download(name, await requestCsv(address))
  } catch (error) {
    notify(t`The file can't be made`, (error as Error).message, "bad")
  }
}
