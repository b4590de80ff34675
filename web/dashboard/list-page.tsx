import { type UseQueryResult, useQuery } from "@tanstack/react-query"
import { useNavigate, useSearch } from "@tanstack/react-router"
import { Plus } from "lucide-react"
import { type ReactNode, useState } from "react"
import { inSentence, t, whole } from "../lib/translate.ts"
import { say } from "../lib/words.ts"
import { Button } from "../ui/button.tsx"
import { Card } from "../ui/card.tsx"
import { Empty } from "../ui/empty.tsx"
import { Failure } from "../ui/failure.tsx"
import { Tabs } from "../ui/tabs.tsx"
import { useCreate, usePreloadCreate } from "./create-provider.tsx"
import { Forbidden } from "./forbidden.tsx"
import { ImportButton } from "./import-button.tsx"
import { isFilter } from "./list-filters.ts"
import { ListFooter } from "./list-footer.tsx"
import { useListKeys } from "./list-keys.ts"
import { type Layout, useLayout } from "./list-layout.ts"
import { type Filters, type ListSearch, type Page, pageSize, usePage, useTabCounts } from "./list-query.ts"
import { filtersFor, maxFound } from "./list-search.ts"
import { ListTable } from "./list-table.tsx"
import { ListToolbar } from "./list-toolbar.tsx"
import { NothingMatches } from "./nothing-matches.tsx"
import { PageGone } from "./page-gone.tsx"
import { PageHead } from "./page-head.tsx"
import { type Resource } from "./resource.ts"
import { layoutOf } from "./saved-view.ts"
import { useViews, ViewTabs } from "./saved-views.tsx"
import { useSelection } from "./selection.ts"
import { SelectionBar } from "./selection-bar.tsx"
import { usePermission } from "./session.tsx"
import { Unfinished } from "./unfinished.tsx"

export function ListPage({ resource }: { resource: Resource }) {
  const can = usePermission()
  return can(resource.needs) ? <List resource={resource} /> : <Forbidden needs={resource.needs} />
}

type ListQuery = { query: Filters | undefined; names?: number | undefined; error: Error | null }

/** The filters of the address and of the search field; undefined while names are looked up. */
function useListQuery(resource: Resource, search: ListSearch): ListQuery {
  const { page: _page, view: _view, q = "", ...query } = search
  const found = useQuery({
    queryKey: [resource.key, "search", q],
    queryFn: ({ signal }) => filtersFor(resource, q, signal),
    enabled: q !== "" && resource.search !== undefined,
  })
  if (q === "" || !resource.search) return { query, error: null }
  return { query: found.data && { ...query, ...found.data.filters }, names: found.data?.count, error: found.error }
}

function List({ resource }: { resource: Resource }) {
  const search = useSearch({ strict: false }) as ListSearch
  const navigate = useNavigate()
  const show = (next: ListSearch) => void navigate({ to: ".", search: cleaned(next), replace: true })
  const change = (part: Filters) => show({ ...search, ...startAgain, ...part })
  const { query, names, error } = useListQuery(resource, search)
  const page = usePage(resource, query && { limit: String(pageSize), ...query })
  const filters = query && Object.fromEntries(Object.entries(query).filter(([name]) => isFilter(name)))
  const views = useViews(resource)
  const view = views.find(({ _id }) => _id === search["view"])
  const { layout, isOwn, keep } = useLayout(resource.key, view?._id ?? "", view && layoutOf(view))
  const [isFilterOpen, setFilterOpen] = useState(false)
  const create = useCreateButton(resource)
  return (
    <>
      <PageHead title={resource.title} about={resource.about}>
        <ImportButton resource={resource} />
        {create}
      </PageHead>
      <Unfinished path={resource.path} />
      {resource.Above && <resource.Above />}
      <Card aria-label={resource.title}>
        <ViewTabs resource={resource} views={views} search={search} layout={layout} onShow={show} onSaved={() => keep(undefined)} />
        <StatusTabs resource={resource} search={search} filters={filters} onChange={change} />
        <ListToolbar
          resource={resource}
          search={search}
          query={query}
          count={page.data?.count}
          layout={layout}
          isOwnLayout={isOwn}
          isFilterOpen={isFilterOpen}
          onFilterOpen={setFilterOpen}
          onLayout={keep}
          onChange={change}
        />
        {names !== undefined && <TooManyNames resource={resource} count={names} />}
        <ListBody
          resource={resource}
          search={search}
          query={query}
          filters={filters}
          page={page}
          error={error ?? page.error}
          layout={layout}
          create={create}
          onFilter={() => setFilterOpen(true)}
          onSort={sort => change({ sort })}
        />
      </Card>
      {resource.Below && <resource.Below />}
    </>
  )
}

function useCreateButton(resource: Resource): ReactNode {
  const can = usePermission()
  const openCreate = useCreate()
  const preload = usePreloadCreate()
  return (
    resource.create &&
    can(resource.create.needs) && (
      <Button variant="primary" onClick={() => openCreate(resource)} {...preload}>
        <Plus className="size-4" aria-hidden /> {resource.create.label}
      </Button>
    )
  )
}

type TabProps = { resource: Resource; search: ListSearch; filters: Filters | undefined; onChange(part: Filters): void }

/** One tab for each status, with how many rows it has under the other filters. Several statuses at once are a filter, and no tab. */
function StatusTabs({ resource, search, filters, onChange }: TabProps) {
  const { tabs } = resource
  const counts = useTabCounts(resource, filters && withoutField(filters, tabs?.field))
  if (!tabs) return null
  return (
    <Tabs
      label={t`Filter by ${inSentence(say(tabs.field))}`}
      value={search[tabs.field] ?? ""}
      onChange={value => onChange({ [tabs.field]: value, [`${tabs.field}[in]`]: "" })}
      tabs={["", ...tabs.values].map((value, index) => ({ id: value, label: value === "" ? t`All` : say(value), count: counts[index] }))}
    />
  )
}

type BodyProps = {
  resource: Resource
  search: ListSearch
  query: Filters | undefined
  filters: Filters | undefined
  page: UseQueryResult<Page>
  error: Error | null
  layout: Layout
  create: ReactNode
  onFilter(): void
  onSort(sort: string): void
}

/** The rows with their selection and keys, or why there are none. */
function ListBody({ resource, search, query, filters, page, error, layout, create, onFilter, onSort }: BodyProps) {
  const rows = page.data?.rows
  const selection = useSelection(JSON.stringify(filters))
  const table = useListKeys({
    canOpen: resource.object !== undefined,
    onUnselect: selection.rows.size > 0 ? selection.clear : undefined,
    onFilter,
  })
  if (error)
    return (
      <div className="border-t border-line p-4">
        <Failure error={error} onRetry={() => void page.refetch()} />
      </div>
    )
  const isFiltered = search["q"] !== undefined || Object.keys(filters ?? {}).length > 0
  const isGone = rows?.length === 0 && page.data!.count > 0
  const isEmpty = rows?.length === 0 && !isGone
  return (
    <>
      <ListTable
        ref={table}
        resource={resource}
        rows={rows}
        isOld={page.isPlaceholderData}
        sort={search["sort"] ?? "-createdAt"}
        onSort={onSort}
        selection={selection}
        layout={layout}
      />
      {isGone && <PageGone search={search} />}
      {isEmpty && (isFiltered ? <NothingMatches noun={resource.noun} /> : <NoneYet resource={resource} create={create} />)}
      {page.data && rows && rows.length > 0 && <ListFooter page={page.data} search={search} />}
      {selection.rows.size > 0 && <SelectionBar resource={resource} selection={selection} query={query} count={page.data?.count ?? 0} />}
    </>
  )
}

/** Says that the list does not show all matches. */
const TooManyNames = ({ resource, count }: { resource: Resource; count: number }) => (
  <p role="status" className="border-t border-line bg-warn-soft px-4 py-2 text-xs text-fg-2">
    {resource.search?.names?.type === "contacts" ? t`${whole(count)} contacts match.` : t`${whole(count)} partnerships match.`}{" "}
    {t`This list has only the ${maxFound} that match best: write more of the name.`}
  </p>
)

const NoneYet = ({ resource, create }: { resource: Resource; create: ReactNode }) => (
  <Empty icon={resource.icon} title={t`No ${inSentence(resource.title)} yet`} action={create}>
    {resource.create && !create ? t`Objects that others add appear here.` : resource.empty}
  </Empty>
)

const startAgain = { startingAfter: "", endingBefore: "", page: "" }
const cleaned = (search: ListSearch) => Object.fromEntries(Object.entries(search).filter(([, value]) => value !== ""))
/** The counts of the tabs leave out the filter of the tab itself. */
const withoutField = (filters: Filters, field = "") =>
  Object.fromEntries(Object.entries(filters).filter(([name]) => name !== field && !name.startsWith(`${field}[`)))
