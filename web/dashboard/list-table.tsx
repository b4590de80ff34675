import { useNavigate } from "@tanstack/react-router"
import { ArrowDown, ArrowUp } from "lucide-react"
import { type MouseEvent, useEffect, useRef } from "react"
import { isShortcut } from "../lib/shortcut.ts"
import { cn } from "../ui/cn.ts"
import { Skeleton } from "../ui/empty.tsx"
import { ScrollRegion } from "../ui/scroll-region.tsx"
import { ObjectLink } from "./object-link.tsx"
import { RowActions } from "./row-actions.tsx"
import type { Column, Resource, Row } from "./resource.ts"

type Props = {
  resource: Resource
  rows: Row[] | undefined
  /** The rows belong to the previous filter; they are shown until the new ones are loaded. */
  isOld: boolean
  sort: string
  onSort(sort: string): void
}

/** A table from a tablet on, a list of two lines each on a phone. `j` and `k` move through the rows. */
export function ListTable({ resource, rows, isOld, sort, onSort }: Props) {
  const table = useRowKeys()
  if (rows?.length === 0) return null
  return (
    <div
      ref={table}
      aria-busy={isOld || rows === undefined}
      className={cn("border-t border-line transition-opacity", isOld && "opacity-60")}
    >
      <ul className="sm:hidden">{rows ? rows.map(row => <PhoneRow key={row._id} resource={resource} row={row} />) : <PhoneSkeleton />}</ul>
      <ScrollRegion label={`Table of ${resource.title.toLowerCase()}`} className="relative max-sm:hidden">
        <table className="w-full border-collapse text-left text-sm">
          <thead>
            <tr className="border-b border-line">
              {resource.columns.map(column => (
                <HeaderCell key={column.header} column={column} sort={sort} onSort={onSort} />
              ))}
              {resource.object && (
                <th scope="col" className="w-11">
                  <span className="sr-only">Actions</span>
                </th>
              )}
            </tr>
          </thead>
          <tbody>
            {rows ? rows.map(row => <TableRow key={row._id} resource={resource} row={row} />) : <Loading columns={resource.columns} />}
          </tbody>
        </table>
      </ScrollRegion>
    </div>
  )
}

/** `j` goes to the next row's link, `k` to the previous one; Enter opens it, like any link. */
function useRowKeys() {
  const ref = useRef<HTMLDivElement>(null)
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      const step = { j: 1, k: -1 }[event.key]
      if (step === undefined || !isShortcut(event)) return
      const links = [...(ref.current?.querySelectorAll<HTMLElement>("[data-row] a") ?? [])].filter(link => link.offsetParent !== null)
      const first = links.filter((link, index) => index === 0 || rowOf(link) !== rowOf(links[index - 1]!))
      const at = first.findIndex(link => rowOf(link) === rowOf(document.activeElement))
      first[at === -1 ? 0 : Math.min(first.length - 1, Math.max(0, at + step))]?.focus()
    }
    addEventListener("keydown", onKey)
    return () => removeEventListener("keydown", onKey)
  }, [])
  return ref
}

const rowOf = (element: Element | null) => element?.closest("[data-row]") ?? null

const extra = (column: Column<Row>) => column.isExtra && "max-xl:hidden"

function HeaderCell({ column, sort, onSort }: { column: Column<Row>; sort: string; onSort(sort: string): void }) {
  const direction = sort === column.sort ? "ascending" : sort === `-${column.sort}` ? "descending" : undefined
  const Arrow = direction === "ascending" ? ArrowUp : ArrowDown
  return (
    <th
      scope="col"
      aria-sort={direction}
      className={cn(
        "h-9 px-2.5 text-xs font-medium whitespace-nowrap text-fg-3 first:pl-4 last:pr-4",
        column.isNumber && "text-right",
        extra(column),
      )}
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

function TableRow({ resource, row }: { resource: Resource; row: Row }) {
  const navigate = useNavigate()
  // The whole row is a target for the mouse; for keyboards and screen readers the link in the first cell is.
  const open = (event: MouseEvent<HTMLElement>) => {
    const { target, currentTarget } = event
    if (!(target instanceof Element) || !currentTarget.contains(target)) return // in the row's menu, or in a form that it opened
    const onControl = target.closest("a,button,input")
    if (!onControl && resource.object && getSelection()?.toString() === "") void navigate({ to: `/${resource.path}/${row._id}` })
  }
  return (
    <tr
      data-row
      onClick={open}
      className={cn("border-b border-line last:border-0 focus-within:bg-hover hover:bg-hover", resource.object && "cursor-pointer")}
    >
      {resource.columns.map((column, index) => (
        <td
          key={column.header}
          className={cn(
            "h-12 max-w-36 truncate px-2.5 first:pl-4 last:pr-4 xl:max-w-52 2xl:max-w-64",
            column.isNumber && "text-right",
            extra(column),
          )}
        >
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
        <td className="pr-2 text-right">
          <RowActions resource={resource} row={row} />
        </td>
      )}
    </tr>
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
      <span className="shrink-0 space-y-1 text-right text-sm">{end}</span>
    </>
  )
  const shape = "flex items-center gap-3 px-4 py-3"
  return (
    <li data-row className="border-b border-line last:border-0">
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
      {columns.map((column, index) => (
        <td key={column.header} className={cn("h-12 px-2.5 first:pl-4", extra(column))}>
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
