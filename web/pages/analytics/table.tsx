import type { ReactNode } from "react"
import { t } from "../../lib/translate.ts"
import { cn } from "../../ui/cn.ts"

/** The numbers behind a plot: the first column names the row, the others are numbers. */
export type Table = { columns: readonly string[]; rows: readonly (readonly ReactNode[])[] }

export function Numbers({ title, table: { columns, rows } }: { title: string; table: Table }) {
  return (
    <div
      className="relative -mx-5 max-h-80 overflow-auto border-y border-line"
      tabIndex={0}
      role="region"
      aria-label={t`Numbers: ${title}`}
    >
      <table className="w-full text-sm">
        <thead className="sticky top-0 bg-surface">
          <tr>
            {columns.map((column, place) => (
              <th
                key={place}
                scope="col"
                className={cn(
                  "h-8 px-2.5 text-xs font-medium whitespace-nowrap text-fg-3 shadow-[inset_0_-1px_0_var(--c-line)] first:ps-5 last:pe-5",
                  place === 0 ? "text-start" : "text-end",
                )}
              >
                {column}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map(([name, ...cells], index) => (
            <tr key={index} className="border-b border-line last:border-0 hover:bg-hover">
              <th scope="row" className="h-8 max-w-64 truncate pe-2.5 ps-5 text-start font-normal">
                {name}
              </th>
              {cells.map((cell, place) => (
                <td key={place} className="num h-8 px-2.5 text-end whitespace-nowrap last:pe-5">
                  {cell}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}
