import { Link, useNavigate, useSearch } from "@tanstack/react-router"
import { FileUp, ListChecks, X } from "lucide-react"
import { useResource } from "../../dashboard/app-context.ts"
import { useCreate } from "../../dashboard/create-provider.tsx"
import { Forbidden } from "../../dashboard/forbidden.tsx"
import { PageHead } from "../../dashboard/page-head.tsx"
import { useNameOf } from "../../dashboard/reference.tsx"
import { usePermission } from "../../dashboard/session.tsx"
import { useKeptRows, useMoveByKeys } from "../../dashboard/split-view.ts"
import { rich } from "../../lib/rich.ts"
import { t } from "../../lib/translate.ts"
import { Button, buttonLook } from "../../ui/button.tsx"
import { Card } from "../../ui/card.tsx"
import { cn } from "../../ui/cn.ts"
import { Empty, Skeleton } from "../../ui/empty.tsx"
import { Failure } from "../../ui/failure.tsx"
import { Key, Tabs } from "../../ui/tabs.tsx"
import { AcceptSure } from "./accept-sure.tsx"
import { AnswersWaiting } from "./answers-waiting.tsx"
import { Balances } from "./balances.tsx"
import { Detail } from "./detail.tsx"
import { LineRow } from "./line-row.tsx"
import { type TabName, tabNames, useLine, useLines } from "./lines.ts"

/** The bank's bookings that wait for a person: the list at the left, what the line may be at the right. */
export function BankLines() {
  return usePermission()("transactions.view") ? <Allowed /> : <Forbidden needs="transactions.view" />
}

type Search = { tab?: string | undefined; id?: string | undefined; statement?: string | undefined }

function Allowed() {
  const search = useSearch({ strict: false }) as Search
  const navigate = useNavigate()
  const { statement } = search
  const tab = tabNames.find(name => name === search.tab) ?? "to-do"
  const lists = { "to-do": useLines("to-do", statement), suggested: useLines("suggested", statement), done: useLines("done", statement) }
  const current = lists[tab]
  const listed = current.data?.pages.flatMap(({ data }) => data) ?? []
  const shownId = search.id ?? listed[0]?._id
  const linked = useLine(shownId)
  const rows = useKeptRows(`${tab} ${statement}`, listed, linked.data)
  const shown = linked.data ?? rows.find(row => row._id === shownId)
  const isOpen = search.id !== undefined
  const go = (part: Search) => void navigate({ to: "/reconciliation", search: cleaned({ tab, statement, ...part }), replace: isOpen })
  const { pane, show } = useMoveByKeys(shown?._id, rows, id => go({ id }))
  const count = (name: TabName) => lists[name].data?.pages[0]?.count
  return (
    <>
      {isOpen && <h1 className="sr-only lg:hidden">{t`Bank lines`}</h1>}
      <div className={cn(isOpen && "max-lg:hidden")}>
        <Head />
        <AnswersWaiting />
        <Balances statement={statement} />
      </div>
      <Card
        aria-label={t`Lines of bank statements`}
        className="lg:grid lg:h-[calc(100dvh-13rem)] lg:min-h-[32rem] lg:grid-cols-[23rem_minmax(0,1fr)] lg:overflow-hidden"
      >
        <div className={cn("flex min-h-0 flex-col border-line lg:border-e", isOpen && "max-lg:hidden")}>
          <Tabs
            label={t`Which lines`}
            value={tab}
            onChange={next => void navigate({ to: "/reconciliation", search: cleaned({ tab: next, statement }), replace: true })}
            tabs={[
              { id: "to-do", label: t`To do`, count: count("to-do") },
              { id: "suggested", label: t`Suggested`, count: count("suggested") },
              { id: "done", label: t`Done`, count: count("done") },
            ]}
          />
          {statement && <OnlyStatement id={statement} onAll={() => go({ statement: undefined, id: undefined })} />}
          {tab !== "done" && <AcceptSure lines={listed} />}
          <WithoutRows lines={current} tab={tab} isEmpty={rows.length === 0} />
          <ul className="min-h-0 flex-1 overflow-y-auto">
            {rows.map(row => (
              <LineRow key={row._id} line={row} isShown={row._id === shown?._id} onOpen={() => show(row._id)} />
            ))}
            {current.hasNextPage && (
              <li className="p-3 text-center">
                <Button size="sm" disabled={current.isFetchingNextPage} onClick={() => void current.fetchNextPage()}>
                  {t`Show more`}
                </Button>
              </li>
            )}
          </ul>
        </div>
        <div ref={pane} className={cn("min-h-0 min-w-0", !isOpen && "max-lg:hidden")}>
          {shown && <Detail key={shown._id} line={shown} onBack={() => go({ id: undefined })} />}
          {!shown && linked.isError && (
            <div className="p-4">
              <Failure error={linked.error} onRetry={() => void linked.refetch()} />
            </div>
          )}
        </div>
      </Card>
    </>
  )
}

type WithoutRowsProps = { lines: ReturnType<typeof useLines>; tab: TabName; isEmpty: boolean }

/** What is shown in place of rows while there are none. */
const WithoutRows = ({ lines, tab, isEmpty }: WithoutRowsProps) => (
  <>
    {lines.isError && (
      <div className="p-3">
        <Failure error={lines.error} onRetry={() => void lines.refetch()} />
      </div>
    )}
    {lines.isPending && <LoadingRows />}
    {lines.data && isEmpty && <NothingHere tab={tab} />}
  </>
)

const cleaned = ({ tab, id, statement }: Search): Record<string, string> => ({
  ...(tab && { tab }),
  ...(id && { id }),
  ...(statement && { statement }),
})

function Head() {
  const can = usePermission()
  const openCreate = useCreate()
  const statements = useResource("bank-statements")
  return (
    <PageHead title={t`Bank lines`} about={t`What your bank has booked, and what it is. Nothing is booked here until it is matched.`}>
      {can("transactions.edit") && (
        <span className="hidden items-center gap-1.5 text-xs text-fg-3 lg:flex">
          {rich`${<Key>J</Key>} ${<Key>K</Key>} move`}
          {rich`${<Key>↵</Key>} accept the first ${<Key>N</Key>} not ours`}
        </span>
      )}
      <Link to="/$resource" params={{ resource: statements.path }} className={buttonLook()}>
        {t`Statements`}
      </Link>
      {can("transactions.edit") && (
        <Button variant="primary" onClick={() => openCreate(statements)}>
          <FileUp className="size-4" aria-hidden /> {t`Import statement`}
        </Button>
      )}
    </PageHead>
  )
}

function OnlyStatement({ id, onAll }: { id: string; onAll(): void }) {
  const name = useNameOf("bank-statements", id)
  return (
    <p className="flex items-center gap-2 border-b border-line bg-sunken px-4 py-1.5 text-xs text-fg-2">
      <span className="min-w-0 flex-1 truncate">{name ? t`Only the lines of ${name}` : t`Only the lines of one statement`}</span>
      <Button size="sm" variant="ghost" onClick={onAll}>
        <X className="size-3.5" aria-hidden /> {t`Show all`}
      </Button>
    </p>
  )
}

function NothingHere({ tab }: { tab: TabName }) {
  if (tab === "done")
    return (
      <Empty icon={ListChecks} title={t`No line is done yet`}>
        {t`Matched lines and those that are not ours stay here, with who decided and why.`}
      </Empty>
    )
  return (
    <Empty icon={ListChecks} title={tab === "suggested" ? t`Nothing is suggested` : t`Nothing waits`}>
      {t`Import a statement of your bank. Lines whose reference is sure are booked at once; the others wait here for you.`}
    </Empty>
  )
}

const LoadingRows = () => (
  <div role="status" aria-label={t`Loading`}>
    {[0, 1, 2].map(row => (
      <div key={row} className="space-y-2.5 border-b border-line px-4 py-3.5">
        <Skeleton className="w-32" />
        <Skeleton className="w-56" />
      </div>
    ))}
  </div>
)
