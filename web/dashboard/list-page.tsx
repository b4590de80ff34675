import { useQuery } from "@tanstack/react-query"
import { useNavigate, useSearch } from "@tanstack/react-router"
import { Plus } from "lucide-react"
import type { ReactNode } from "react"
import { say } from "../lib/words.ts"
import { Button } from "../ui/button.tsx"
import { Card } from "../ui/card.tsx"
import { Empty } from "../ui/empty.tsx"
import { Failure } from "../ui/failure.tsx"
import { Tabs } from "../ui/tabs.tsx"
import { useCreate, usePreloadCreate } from "./create-provider.tsx"
import { Forbidden } from "./forbidden.tsx"
import { ListFooter } from "./list-footer.tsx"
import { type Filters, type ListSearch, pageSize, usePage, useTabCounts } from "./list-query.ts"
import { filtersFor, maxFound } from "./list-search.ts"
import { ListTable } from "./list-table.tsx"
import { ListToolbar } from "./list-toolbar.tsx"
import { NothingMatches } from "./nothing-matches.tsx"
import { PageGone } from "./page-gone.tsx"
import { PageHead } from "./page-head.tsx"
import { type Resource } from "./resource.ts"
import { usePermission } from "./session.tsx"

/** Parameters that are no filters: where the page begins and how it is shown. */
const pageParameters = new Set(["startingAfter", "endingBefore", "page", "sort", "q"])

export function ListPage({ resource }: { resource: Resource }) {
  const can = usePermission()
  return can(resource.needs) ? <List resource={resource} /> : <Forbidden needs={resource.needs} />
}

type ListQuery = { query: Filters | undefined; names?: number | undefined; error: Error | null }

/** The filters of the address and of the search field; undefined while names are looked up. */
function useListQuery(resource: Resource, search: ListSearch): ListQuery {
  const { page: _page, q = "", ...query } = search
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
  const can = usePermission()
  const openCreate = useCreate()
  const preload = usePreloadCreate()
  const change = (part: Filters) => void navigate({ to: ".", search: cleaned({ ...search, ...startAgain, ...part }), replace: true })
  const { query, names, error: searchError } = useListQuery(resource, search)
  const page = usePage(resource, query && { limit: String(pageSize), ...query })
  const filters = query && Object.fromEntries(Object.entries(query).filter(([name]) => !pageParameters.has(name)))
  const { tabs } = resource
  const counts = useTabCounts(resource, filters && withoutField(filters, tabs?.field))
  const isFiltered = search["q"] !== undefined || Object.keys(filters ?? {}).length > 0
  const error = searchError ?? page.error
  const isGone = page.data?.rows.length === 0 && page.data.count > 0
  const create = resource.create && can(resource.create.needs) && (
    <Button variant="primary" onClick={() => openCreate(resource)} {...preload}>
      <Plus className="size-4" aria-hidden /> {resource.create.label}
    </Button>
  )
  return (
    <>
      <PageHead title={resource.title} about={resource.about}>
        {create}
      </PageHead>
      <Card aria-label={resource.title}>
        {tabs && (
          <Tabs
            label={`Filter by ${tabs.field}`}
            value={search[tabs.field] ?? ""}
            onChange={value => change({ [tabs.field]: value })}
            tabs={["", ...tabs.values].map((value, index) => ({
              id: value,
              label: value === "" ? "All" : say(value),
              count: counts[index],
            }))}
          />
        )}
        <ListToolbar resource={resource} search={search} query={query} count={page.data?.count} isFiltered={isFiltered} onChange={change} />
        {names !== undefined && <TooManyNames resource={resource} count={names} />}
        {error ? (
          <div className="border-t border-line p-4">
            <Failure error={error} onRetry={() => void page.refetch()} />
          </div>
        ) : (
          <ListTable
            resource={resource}
            rows={page.data?.rows}
            isOld={page.isPlaceholderData}
            sort={search["sort"] ?? "-createdAt"}
            onSort={sort => change({ sort })}
          />
        )}
        {!error && isGone && <PageGone search={search} />}
        {!error &&
          page.data?.rows.length === 0 &&
          !isGone &&
          (isFiltered ? <NothingMatches noun={resource.noun} /> : <NoneYet resource={resource} create={create} />)}
        {!error && page.data && page.data.rows.length > 0 && <ListFooter page={page.data} search={search} />}
      </Card>
      {resource.Below && <resource.Below />}
    </>
  )
}

/** Says that the list does not show all matches. */
const TooManyNames = ({ resource, count }: { resource: Resource; count: number }) => (
  <p role="status" className="border-t border-line bg-warn-soft px-4 py-2 text-xs text-fg-2">
    {count.toLocaleString()} {resource.search?.names?.type} match. This list has only the {maxFound} that match best: write more of the
    name.
  </p>
)

const NoneYet = ({ resource, create }: { resource: Resource; create: ReactNode }) => (
  <Empty icon={resource.icon} title={`No ${resource.title.toLowerCase()} yet`} action={create}>
    {resource.create && !create ? "Objects that others add appear here." : resource.empty}
  </Empty>
)

const startAgain = { startingAfter: "", endingBefore: "", page: "" }
const cleaned = (search: ListSearch) => Object.fromEntries(Object.entries(search).filter(([, value]) => value !== ""))
/** The counts of the tabs leave out the filter of the tab itself. */
const withoutField = (filters: Filters, field = "") =>
  Object.fromEntries(Object.entries(filters).filter(([name]) => name !== field && !name.startsWith(`${field}[`)))
