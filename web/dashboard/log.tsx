import { keepPreviousData, useQuery } from "@tanstack/react-query"
import { Link, useNavigate, useSearch } from "@tanstack/react-router"
import { ArrowLeft } from "lucide-react"
import type { ReactNode } from "react"
import { t } from "../lib/translate.ts"
import { buttonLook } from "../ui/button.tsx"
import { Card } from "../ui/card.tsx"
import { cn } from "../ui/cn.ts"
import { Skeleton } from "../ui/empty.tsx"
import { Failure } from "../ui/failure.tsx"
import { ListFooter } from "./list-footer.tsx"
import { PageGone } from "./page-gone.tsx"
import { type ListSearch, pageSize } from "./list-query.ts"
import { usePageKeys } from "./page-keys.ts"

type LogRow = { _id: string; createdAt: string }
type Page<T> = { data: T[]; hasMore: boolean; count: number }

type Props<T extends LogRow> = {
  label: string
  queryKey: readonly unknown[]
  /** Reads a page by the filters of the address. */
  read(query: ListSearch, signal: AbortSignal): Promise<Page<T>>
  /** How often it is read again, if no event reports its changes. */
  refetchMs?: number | ((rows: readonly T[]) => number)
  /** Tabs and filters, above the list. */
  head?: ReactNode
  row(row: T): ReactNode
  detail(row: T): ReactNode
  /** Shown if there are no rows. */
  empty: ReactNode
  /** How long rows are kept. */
  note?: string
}

/** A list beside the chosen row's detail. On a phone the detail replaces the list. `j` and `k` move. */
export function Log<T extends LogRow>({ label, queryKey, read, refetchMs, head, row, detail, empty, note }: Props<T>) {
  const { id, ...search } = useSearch({ strict: false }) as ListSearch
  const { page: _page, ...query } = search
  const page = useQuery<Page<T>>({
    queryKey: [...queryKey, query],
    queryFn: ({ signal }) => read({ limit: String(pageSize), ...query }, signal),
    placeholderData: keepPreviousData,
    refetchInterval: ({ state }) => (typeof refetchMs === "function" ? refetchMs(state.data?.data ?? []) : (refetchMs ?? false)),
  })
  const rows = page.data?.data ?? []
  const chosen = rows.find(each => each._id === id) ?? rows[0]
  const isOpen = id !== undefined && chosen?._id === id
  useRowKeys(rows, chosen?._id)
  return (
    <Card aria-label={label} className="overflow-hidden lg:grid lg:grid-cols-[21.5rem_minmax(0,1fr)]">
      <div className={cn("min-w-0 border-line lg:border-e", isOpen && "max-lg:hidden")}>
        {head}
        {page.isError && (
          <div className="p-4">
            <Failure error={page.error} onRetry={() => void page.refetch()} />
          </div>
        )}
        {page.isPending && <LoadingRows />}
        {page.data && rows.length === 0 && (page.data.count > 0 ? <PageGone search={search} /> : empty)}
        <ul className="empty:hidden">
          {rows.map(each => (
            <li key={each._id} className="border-b border-line last:border-0">
              <Link
                to="."
                search={{ ...search, id: each._id }}
                resetScroll={false}
                aria-current={each._id === chosen?._id}
                className={cn(
                  "relative flex min-h-[3.25rem] w-full items-center gap-3 px-4 py-1.5 text-start focus-visible:-outline-offset-2",
                  each._id === chosen?._id
                    ? "lg:bg-accent-soft lg:before:absolute lg:before:inset-y-0 lg:before:start-0 lg:before:w-0.5 lg:before:bg-accent"
                    : "hover:bg-hover",
                )}
              >
                {row(each)}
              </Link>
            </li>
          ))}
        </ul>
        {page.data && rows.length > 0 && <ListFooter page={{ rows, hasMore: page.data.hasMore, count: page.data.count }} search={search} />}
        {note && rows.length > 0 && <p className="border-t border-line px-4 py-2 text-xs text-fg-3">{note}</p>}
      </div>
      <div className={cn("min-w-0 px-5 pt-4 pb-5 sm:px-6", !isOpen && "max-lg:hidden")}>
        <Link
          to="."
          search={search}
          resetScroll={false}
          className={buttonLook({ variant: "ghost", size: "sm", className: "mb-2 -ms-2 lg:hidden" })}
        >
          <ArrowLeft className="size-4" aria-hidden /> {label}
        </Link>
        {chosen && detail(chosen)}
      </div>
    </Card>
  )
}

function useRowKeys(rows: readonly LogRow[], chosen: string | undefined) {
  const navigate = useNavigate()
  const move = (step: number) => {
    const next = rows[rows.findIndex(({ _id }) => _id === chosen) + step]
    if (next) void navigate({ to: ".", search: (search: object) => ({ ...search, id: next._id }), replace: true, resetScroll: false })
  }
  usePageKeys([
    { keys: ["j"], what: t`Next in the log`, run: () => move(1) },
    { keys: ["k"], what: t`Previous in the log`, run: () => move(-1) },
  ])
}

const LoadingRows = () => (
  <div role="status" aria-label={t`Loading`}>
    {Array.from({ length: 8 }, (_, index) => (
      <div key={index} className="flex h-[3.25rem] items-center gap-3 border-b border-line px-4 last:border-0">
        <Skeleton className="size-4" />
        <span className="flex-1 space-y-1.5">
          <Skeleton className="w-40" />
          <Skeleton className="w-24" />
        </span>
      </div>
    ))}
  </div>
)
