import { ArrowDown, ArrowUp, SlidersHorizontal } from "lucide-react"
import { useState } from "react"
import { t } from "../lib/translate.ts"
import { Button } from "../ui/button.tsx"
import { Popover } from "../ui/popover.tsx"
import { columnsOf, type Layout } from "./list-layout.ts"
import type { Resource } from "./resource.ts"

type Props = { resource: Resource; layout: Layout; isOwn: boolean; onChange(layout: Layout | undefined): void }

/** Which columns are shown and in which order, and how dense the rows are. Kept for this person and this list. */
export function Display({ resource, layout, isOwn, onChange }: Props) {
  const [isOpen, setOpen] = useState(false)
  const shown = columnsOf(resource, layout).map(({ id }) => id)
  const hidden = resource.columns.map(({ id }) => id).filter(id => !shown.includes(id))
  const put = (columns: readonly string[]) => onChange({ ...layout, columns })
  const move = (id: string, step: number) => {
    const rest = shown.filter(each => each !== id)
    put(rest.toSpliced(Math.max(0, shown.indexOf(id) + step), 0, id))
  }
  const { density: _, ...comfortable } = layout
  return (
    <Popover
      label={t`Display`}
      isOpen={isOpen}
      onOpen={setOpen}
      trigger={
        <Button className="max-sm:hidden">
          <SlidersHorizontal className="size-3.5 text-fg-3" aria-hidden /> {t`Display`}
        </Button>
      }
    >
      <h2 className="text-xs font-medium text-fg-3">{t`Columns`}</h2>
      <ul className="mt-1">
        {[...shown, ...hidden].map(id => (
          <ColumnRow
            key={id}
            header={resource.columns.find(column => column.id === id)!.header}
            at={shown.indexOf(id)}
            count={shown.length}
            onToggle={() => put(shown.includes(id) ? shown.filter(each => each !== id) : [...shown, id])}
            onMove={step => move(id, step)}
          />
        ))}
      </ul>
      <fieldset className="mt-3 border-t border-line pt-3">
        <legend className="sr-only">{t`Rows`}</legend>
        {([undefined, "compact"] as const).map(density => (
          <label key={density ?? "comfortable"} className="me-4 inline-flex cursor-pointer items-center gap-2">
            <input
              type="radio"
              name="density"
              checked={layout.density === density}
              onChange={() => onChange(density ? { ...layout, density } : comfortable)}
              className="size-4 accent-accent"
            />
            {density ? t`Compact` : t`Comfortable`}
          </label>
        ))}
      </fieldset>
      {isOwn && (
        <Button size="sm" variant="ghost" className="mt-3 -ms-2" onClick={() => onChange(undefined)}>
          {t`As it was`}
        </Button>
      )}
    </Popover>
  )
}

/** `at` is its place among the `count` columns that are shown, or -1. */
type RowProps = { header: string; at: number; count: number; onToggle(): void; onMove(step: number): void }

const ColumnRow = ({ header, at, count, onToggle, onMove }: RowProps) => (
  <li className="flex items-center gap-1">
    <label className="flex min-w-0 flex-1 cursor-pointer items-center gap-2 py-1">
      <input type="checkbox" checked={at >= 0} disabled={at >= 0 && count === 1} onChange={onToggle} className="size-4 accent-accent" />
      <span className="truncate">{header}</span>
    </label>
    <Step label={t`Move ${header} to the left`} isPossible={at > 0} onClick={() => onMove(-1)} icon={ArrowUp} />
    <Step label={t`Move ${header} to the right`} isPossible={at >= 0 && at < count - 1} onClick={() => onMove(1)} icon={ArrowDown} />
  </li>
)

type StepProps = { label: string; isPossible: boolean; onClick(): void; icon: typeof ArrowUp }

const Step = ({ label, isPossible, onClick, icon: Icon }: StepProps) => (
  <Button size="icon" variant="ghost" className="size-7" aria-label={label} disabled={!isPossible} onClick={onClick}>
    <Icon className="size-3.5" aria-hidden />
  </Button>
)
