import { useNavigate } from "@tanstack/react-router"
import { ChevronRight } from "lucide-react"
import { type MouseEvent, type ReactNode, useState } from "react"
import { t, whole } from "../lib/translate.ts"
import { cn } from "../ui/cn.ts"
import { Skeleton } from "../ui/empty.tsx"
import { Failure } from "../ui/failure.tsx"
import { usePage } from "./list-query.ts"
import { ObjectLink } from "./object-link.tsx"
import { type Column, type Resource, type Row, rowName } from "./resource.ts"
import { RowActions } from "./row-actions.tsx"
import type { Selection } from "./selection.ts"

type BoxProps = { label: string; isChecked: boolean; isPartly?: boolean; onChange(): void }

/** A checkbox with a target of the size of a finger. */
export const Box = ({ label, isChecked, isPartly = false, onChange }: BoxProps) => (
  <label className="grid size-8 cursor-pointer place-items-center">
    <input
      type="checkbox"
      aria-label={label}
      checked={isChecked}
      ref={element => void (element && (element.indeterminate = isPartly))}
      onChange={onChange}
      className="size-4 cursor-pointer accent-accent"
    />
  </label>
)

export const extra = (column: Column<Row>) => column.isExtra && "max-xl:hidden"

type RowProps = {
  resource: Resource
  columns: readonly Column<Row>[]
  row: Row
  isCompact: boolean
  selection: Selection
  /** It stands below the row that it is a part of. */
  isPart?: boolean
}

/** A row, and below it, where a person opens them, the rows that are its parts. */
export function TableRow(shape: RowProps) {
  const [isOpen, setOpen] = useState(false)
  const { resource, row } = shape
  const parts = resource.parts?.filter(row)
  if (!parts) return <OneRow {...shape} />
  return (
    <>
      <OneRow
        {...shape}
        toggle={<Toggle label={t`${resource.parts!.title} of ${rowName(resource, row)}`} isOpen={isOpen} onChange={setOpen} />}
      />
      {isOpen && <Parts shape={shape} filter={parts} />}
    </>
  )
}

const Toggle = ({ label, isOpen, onChange }: { label: string; isOpen: boolean; onChange(isOpen: boolean): void }) => (
  <button
    type="button"
    aria-label={label}
    aria-expanded={isOpen}
    onClick={() => onChange(!isOpen)}
    className="-ms-1 me-1 inline-grid size-6 place-items-center rounded-md align-middle text-fg-3 hover:bg-hover hover:text-fg"
  >
    <ChevronRight className={cn("size-3.5 transition-transform rtl:rotate-180", isOpen && "rotate-90 rtl:rotate-90")} aria-hidden />
  </button>
)

function Parts({ shape, filter }: { shape: RowProps; filter: Record<string, string> }) {
  const { resource } = shape
  const { data, isError, error, refetch } = usePage(resource, { limit: "100", ...filter })
  if (isError)
    return (
      <WholeRow shape={shape}>
        <Failure error={error} onRetry={() => void refetch()} />
      </WholeRow>
    )
  if (!data)
    return (
      <WholeRow shape={shape}>
        <Skeleton className="w-40" />
      </WholeRow>
    )
  return (
    <>
      {data.rows.map(row => (
        <OneRow key={row._id} {...shape} row={row} isPart />
      ))}
      {data.hasMore && <WholeRow shape={shape}>{t`The first ${whole(data.rows.length)} of ${whole(data.count)}`}</WholeRow>}
    </>
  )
}

const WholeRow = ({ shape: { columns }, children }: { shape: RowProps; children: ReactNode }) => (
  <tr className="border-b border-line">
    <td />
    <td colSpan={columns.length + 1} className="h-12 px-2.5 text-fg-3">
      {children}
    </td>
  </tr>
)

function OneRow({ resource, columns, row, isCompact, selection, isPart = false, toggle }: RowProps & { toggle?: ReactNode }) {
  const isSelected = selection.rows.has(row._id)
  const navigate = useNavigate()
  // The whole row is a target for the mouse; for keyboards and screen readers the link in the first cell is.
  const open = (event: MouseEvent<HTMLElement>) => {
    const { target, currentTarget } = event
    if (!(target instanceof Element) || !currentTarget.contains(target)) return // in the row's menu, or in a form that it opened
    const onControl = target.closest("a,button,input,label")
    if (!onControl && resource.object && getSelection()?.toString() === "") void navigate({ to: `/${resource.path}/${row._id}` })
  }
  return (
    <tr
      data-row={row._id}
      onClick={open}
      className={cn(
        "border-b border-line last:border-0 focus-within:bg-hover hover:bg-hover",
        isSelected && "bg-accent-soft focus-within:bg-accent-soft hover:bg-accent-soft",
        resource.object && "cursor-pointer",
      )}
    >
      <td className="ps-2">
        <Box label={t`Select ${rowName(resource, row)}`} isChecked={isSelected} onChange={() => selection.put([row], !isSelected)} />
      </td>
      {columns.map((column, index) => (
        <td
          key={column.id}
          className={cn(
            "max-w-36 truncate px-2.5 last:pe-4 xl:max-w-52 2xl:max-w-64",
            isCompact ? "h-9" : "h-12",
            isPart && index === 0 && "ps-8",
            column.isNumber && "text-end",
            extra(column),
          )}
        >
          {index === 0 && toggle}
          {index === 0 && resource.object ? (
            <ObjectLink to={resource.key} id={row._id}>
              {column.cell(row)}
            </ObjectLink>
          ) : (
            column.cell(row)
          )}
        </td>
      ))}
      {resource.object && (
        <td className="pe-2 text-end">
          <RowActions resource={resource} row={row} />
        </td>
      )}
    </tr>
  )
}
