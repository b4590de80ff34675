import { Link, useNavigate, useSearch } from "@tanstack/react-router"
import { Plus, SearchX } from "lucide-react"
import { type ReactNode, useState } from "react"
import { say } from "../lib/words.ts"
import { Button } from "../ui/button.tsx"
import { Card } from "../ui/card.tsx"
import { Empty } from "../ui/empty.tsx"
import { Failure } from "../ui/failure.tsx"
import { Tabs } from "../ui/tabs.tsx"
import { CreateDialog } from "./create-dialog.tsx"
import { Forbidden } from "./forbidden.tsx"
import { ListFooter } from "./list-footer.tsx"
import { type Filters, usePage, useTabCounts } from "./list-query.ts"
import { ListTable } from "./list-table.tsx"
import { ListToolbar } from "./list-toolbar.tsx"
import { PageHead } from "./page-head.tsx"
import type { Resource } from "./resource.ts"
import { usePermission } from "./session.tsx"

/** What is in the address of a list: filters, sort and page, so that a link shows the same rows. */
export type ListSearch = Record<string, string>

/** Not filters: where the page begins and how it is shown. */
const pageParameters = new Set(["startingAfter", "endingBefore", "page", "sort", "q"])

export function ListPage({ resource }: { resource: Resource }) {
  const can = usePermission()
  return can(resource.needs) ? <List resource={resource} /> : <Forbidden needs={resource.needs} />
}

function List({ resource }: { resource: Resource }) {
  const search = useSearch({ strict: false }) as ListSearch
  const navigate = useNavigate()
  const can = usePermission()
  const [isCreating, setCreating] = useState(false)
  const change = (part: Filters) => void navigate({ to: ".", search: cleaned({ ...search, ...startAgain, ...part }), replace: true })
  const { page: _page, q, ...query } = search
  const found = q ? (resource.search?.filter(q) ?? {}) : {}
  const page = usePage(resource, { limit: "25", ...query, ...found })
  const filters = Object.fromEntries(Object.entries({ ...query, ...found }).filter(([name]) => !pageParameters.has(name)))
  const { tabs } = resource
  const { [tabs?.field ?? ""]: tab = "", ...otherFilters } = filters
  const counts = useTabCounts(resource, otherFilters)
  const isFiltered = Object.keys(filters).length > 0
  const create = resource.create && can(resource.create.needs) && (
    <Button variant="primary" onClick={() => setCreating(true)}>
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
            value={tab}
            onChange={value => change({ [tabs.field]: value })}
            tabs={["", ...tabs.values].map((value, index) => ({
              id: value,
              label: value === "" ? "All" : say(value),
              count: counts[index],
            }))}
          />
        )}
        <ListToolbar resource={resource} search={search} filters={{ ...query, ...found }} isFiltered={isFiltered} onChange={change} />
        {page.isError ? (
          <div className="border-t border-line p-4">
            <Failure error={page.error} onRetry={() => void page.refetch()} />
          </div>
        ) : (
          <ListTable resource={resource} rows={page.data?.rows} sort={search["sort"] ?? "-createdAt"} onSort={sort => change({ sort })} />
        )}
        {page.data?.rows.length === 0 &&
          (isFiltered ? <NothingMatches resource={resource} /> : <NoneYet resource={resource} create={create} />)}
        {page.data && page.data.rows.length > 0 && <ListFooter page={page.data} search={search} />}
      </Card>
      {resource.create && <CreateDialog resource={resource} isOpen={isCreating} onClose={() => setCreating(false)} />}
    </>
  )
}

const NothingMatches = ({ resource }: { resource: Resource }) => (
  <Empty
    icon={SearchX}
    title="Nothing matches"
    action={
      <Button render={<Link to="." search={{}} />} nativeButton={false}>
        Clear filters
      </Button>
    }
  >
    No {resource.noun} has what you chose. Take a filter away to see more.
  </Empty>
)

const NoneYet = ({ resource, create }: { resource: Resource; create: ReactNode }) => (
  <Empty icon={resource.icon} title={`No ${resource.title.toLowerCase()} yet`} action={create}>
    {resource.empty}
  </Empty>
)

const startAgain = { startingAfter: "", endingBefore: "", page: "" }
const cleaned = (search: ListSearch) => Object.fromEntries(Object.entries(search).filter(([, value]) => value !== ""))
