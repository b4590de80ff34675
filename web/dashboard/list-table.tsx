import { useNavigate } from "@tanstack/react-router"
import { ArrowDown, ArrowUp } from "lucide-react"
import type { MouseEvent } from "react"
import { cn } from "../ui/cn.ts"
import { Skeleton } from "../ui/empty.tsx"
import { ObjectLink } from "./object-link.tsx"
import type { Column, Resource, Row } from "./resource.ts"

type Props = { resource: Resource; rows: Row[] | undefined; sort: string; onSort(sort: string): void }

/** A table from a tablet on, a list of two lines each on a phone. */
export function ListTable({ resource, rows, sort, onSort }: Props) {
  if (rows?.length === 0) return null
  return (
    <>
      <ul className="border-t border-line sm:hidden">
        {rows?.map(row => (
          <PhoneRow key={row._id} resource={resource} row={row} />
        ))}
      </ul>
      <div
        className={cn("overflow-x-auto border-t border-line", rows && "max-sm:hidden")}
        tabIndex={0}
        role="region"
        aria-label={`Table of ${resource.title.toLowerCase()}`}
      >
        <table className="w-full border-collapse text-left text-sm">
          <thead>
            <tr className="border-b border-line">
              {resource.columns.map(column => (
                <HeaderCell key={column.header} column={column} sort={sort} onSort={onSort} />
              ))}
            </tr>
          </thead>
          <tbody>
            {rows ? (
              rows.map(row => <TableRow key={row._id} resource={resource} row={row} />)
            ) : (
              <Loading columns={resource.columns.length} />
            )}
          </tbody>
        </table>
      </div>
    </>
  )
}

function HeaderCell({ column, sort, onSort }: { column: Column<Row>; sort: string; onSort(sort: string): void }) {
  const direction = sort === column.sort ? "ascending" : sort === `-${column.sort}` ? "descending" : undefined
  const Arrow = direction === "ascending" ? ArrowUp : ArrowDown
  return (
    <th
      scope="col"
      aria-sort={direction}
      className={cn("h-9 px-3 text-xs font-medium whitespace-nowrap text-fg-3 first:pl-4 last:pr-4", column.isNumber && "text-right")}
    >
      {column.sort ? (
        <button
          type="button"
          className="inline-flex items-center gap-1 hover:text-fg"
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
    const onControl = event.target instanceof Element && event.target.closest("a,button,input")
    if (!onControl && resource.object && getSelection()?.toString() === "") void navigate({ to: `/${resource.path}/${row._id}` })
  }
  return (
    <tr onClick={open} className={cn("border-b border-line last:border-0 hover:bg-hover", resource.object && "cursor-pointer")}>
      {resource.columns.map((column, index) => (
        <td key={column.header} className={cn("h-12 max-w-80 truncate px-3 first:pl-4 last:pr-4", column.isNumber && "text-right")}>
          {index === 0 && resource.object ? (
            <ObjectLink path={resource.path} id={row._id}>
              {column.cell(row)}
            </ObjectLink>
          ) : (
            column.cell(row)
          )}
        </td>
      ))}
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
    <li className="border-b border-line last:border-0">
      {resource.object ? (
        <ObjectLink path={resource.path} id={row._id} className={shape}>
          {lines}
        </ObjectLink>
      ) : (
        <div className={shape}>{lines}</div>
      )}
    </li>
  )
}

function Loading({ columns }: { columns: number }) {
  return Array.from({ length: 8 }, (_, row) => (
    <tr key={row} className="border-b border-line last:border-0">
      {Array.from({ length: columns }, (_, column) => (
        <td key={column} className="h-12 px-3 first:pl-4">
          <Skeleton className={column % 2 === 0 ? "w-24" : "w-16"} />
        </td>
      ))}
    </tr>
  ))
}
