import { Link } from "@tanstack/react-router"
import { ChevronLeft, ChevronRight } from "lucide-react"
import type { ReactNode } from "react"
import { t, whole } from "../lib/translate.ts"
import { type ListSearch, type Page, pageSize } from "./list-query.ts"

/** "26–50 of 1,204", with buttons for the previous and the next page. */
export function ListFooter({ page: { rows, hasMore, count }, search }: { page: Page; search: ListSearch }) {
  const { startingAfter: _, endingBefore: __, page: pageText = "1", ...rest } = search
  const number = Number(pageText)
  const from = (number - 1) * pageSize + 1
  const isBackwards = search["endingBefore"] !== undefined
  const previous = number > 1 ? { ...rest, ...(number > 2 && { endingBefore: rows[0]!._id, page: String(number - 1) }) } : undefined
  const next = hasMore || isBackwards ? { ...rest, startingAfter: rows.at(-1)!._id, page: String(number + 1) } : undefined
  return (
    <footer className="flex items-center gap-2 border-t border-line px-4 py-2.5 text-xs text-fg-3">
      <span className="num">{t`${whole(from)}–${whole(from + rows.length - 1)} of ${whole(count)}`}</span>
      <div className="ms-auto flex gap-1.5">
        <Step label={t`Previous page`} search={previous}>
          <ChevronLeft className="size-4" aria-hidden />
        </Step>
        <Step label={t`Next page`} search={from + rows.length > count ? undefined : next}>
          <ChevronRight className="size-4" aria-hidden />
        </Step>
      </div>
    </footer>
  )
}

const shape = "grid size-8 place-items-center rounded-lg shadow-field"

function Step({ label, search, children }: { label: string; search: ListSearch | undefined; children: ReactNode }) {
  if (!search)
    return (
      <span aria-hidden className={`${shape} opacity-40`}>
        {children}
      </span>
    )
  return (
    <Link to="." search={search} aria-label={label} className={`${shape} text-fg hover:bg-hover`}>
      {children}
    </Link>
  )
}
