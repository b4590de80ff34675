import { ArrowDown, ArrowUp } from "lucide-react"
import type { RefObject } from "react"
import { inSentence, t } from "../lib/translate.ts"
import { cn } from "../ui/cn.ts"
import { Skeleton } from "../ui/empty.tsx"
import { ScrollRegion } from "../ui/scroll-region.tsx"
import { columnsOf, type Layout } from "./list-layout.ts"
import { Box, extra, TableRow } from "./list-row.tsx"
import { ObjectLink } from "./object-link.tsx"
import type { Column, Resource, Row } from "./resource.ts"
import type { Selection } from "./selection.ts"

type Props = {
  /** Its rows can be reached by `data-row`. */
  ref: RefObject<HTMLDivElement | null>
  resource: Resource
  rows: Row[] | undefined
  /** The rows belong to the previous filter; they are shown until the new ones are loaded. */
  isOld: boolean
  sort: string
  onSort(sort: string): void
  selection: Selection
  layout: Layout
}

/** A table from a tablet on, a list of two lines each on a phone. */
export function ListTable({ ref, resource, rows, isOld, sort, onSort, selection, layout }: Props) {
  const columns = columnsOf(resource, layout)
  const shape = { resource, columns, isCompact: layout.density === "compact", selection }
  if (rows?.length === 0) return null
  return (
    <div ref={ref} aria-busy={isOld || rows === undefined} className={cn("border-t border-line transition-opacity", isOld && "opacity-60")}>
      <ul className="sm:hidden">{rows ? rows.map(row => <PhoneRow key={row._id} resource={resource} row={row} />) : <PhoneSkeleton />}</ul>
      <ScrollRegion label={t`Table of ${inSentence(resource.title)}`} className="relative max-sm:hidden">
        <table className="w-full border-collapse text-start text-sm">
          <thead>
            <tr className="border-b border-line">
              <th scope="col" className="w-10 ps-2">
                <SelectPage resource={resource} rows={rows ?? []} selection={selection} />
              </th>
              {columns.map(column => (
                <HeaderCell key={column.id} column={column} sort={sort} onSort={onSort} />
              ))}
              {resource.object && (
                <th scope="col" className="w-11">
                  <span className="sr-only">{t`Actions`}</span>
                </th>
              )}
            </tr>
          </thead>
          <tbody>{rows ? rows.map(row => <TableRow key={row._id} row={row} {...shape} />) : <Loading columns={columns} />}</tbody>
        </table>
      </ScrollRegion>
    </div>
  )
}

/** Selects all rows of the page, or none. */
function SelectPage({ resource, rows, selection }: { resource: Resource; rows: readonly Row[]; selection: Selection }) {
  const chosen = rows.filter(({ _id }) => selection.rows.has(_id)).length
  const isWhole = chosen > 0 && chosen === rows.length
  return (
    <Box
      label={t`Select all ${inSentence(resource.title)} on this page`}
      isChecked={isWhole}
      isPartly={chosen > 0 && !isWhole}
      onChange={() => selection.put(rows, !isWhole)}
    />
  )
}

function HeaderCell({ column, sort, onSort }: { column: Column<Row>; sort: string; onSort(sort: string): void }) {
  const direction = sort === column.sort ? "ascending" : sort === `-${column.sort}` ? "descending" : undefined
  const Arrow = direction === "ascending" ? ArrowUp : ArrowDown
  return (
    <th
      scope="col"
      aria-sort={direction}
      className={cn("h-9 px-2.5 text-xs font-medium whitespace-nowrap text-fg-3 last:pe-4", column.isNumber && "text-end", extra(column))}
    >
      {column.sort ? (
        <button
          type="button"
          className="inline-flex h-9 items-center gap-1 hover:text-fg"
          onClick={() => onSort(direction === "descending" ? column.sort! : `-${column.sort}`)}
        >
          {column.header}
          {direction && <Arrow className="size-3" aria-hidden />}
        </button>
      ) : (
        column.header
      )}
    </th>
  )
}

function PhoneRow({ resource, row }: { resource: Resource; row: Row }) {
  const { first, second, end } = resource.summary(row)
  const lines = (
    <>
      <span className="min-w-0 flex-1">
        <span className="block truncate text-sm font-medium">{first}</span>
        <span className="block truncate text-xs text-fg-3">{second}</span>
      </span>
      <span className="shrink-0 space-y-1 text-end text-sm">{end}</span>
    </>
  )
  const shape = "flex items-center gap-3 px-4 py-3"
  return (
    <li data-row={row._id} className="border-b border-line last:border-0">
      {resource.object ? (
        <ObjectLink to={resource.key} id={row._id} className={shape}>
          {lines}
        </ObjectLink>
      ) : (
        <div className={shape}>{lines}</div>
      )}
    </li>
  )
}

const skeletonRows = 10

function Loading({ columns }: { columns: readonly Column<Row>[] }) {
  return Array.from({ length: skeletonRows }, (_, row) => (
    <tr key={row} className="border-b border-line last:border-0">
      <td className="w-10" />
      {columns.map((column, index) => (
        <td key={column.id} className={cn("h-12 px-2.5", extra(column))}>
          <Skeleton className={index % 2 === 0 ? "w-24" : "w-16"} />
        </td>
      ))}
    </tr>
  ))
}

const PhoneSkeleton = () =>
  Array.from({ length: skeletonRows }, (_, row) => (
    <li key={row} className="flex h-[3.75rem] items-center gap-3 border-b border-line px-4 last:border-0">
      <span className="flex-1 space-y-1.5">
        <Skeleton className="w-32" />
        <Skeleton className="h-3 w-20" />
      </span>
      <Skeleton className="w-16" />
    </li>
  ))
