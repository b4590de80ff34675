import { useQuery } from "@tanstack/react-query"
import { Link } from "@tanstack/react-router"
import { shortDate } from "../lib/time.ts"
import { plural, t, whole } from "../lib/translate.ts"
import { Card, CardHead } from "../ui/card.tsx"
import { Failure } from "../ui/failure.tsx"
import { When } from "../ui/value.tsx"
import { useResource } from "./app-context.ts"
import { fetchPage } from "./list-query.ts"
import { ObjectLink } from "./object-link.tsx"
import { type RelatedList, type Resource, type Row } from "./resource.ts"
import { usePermission } from "./session.tsx"

const shown = 5

/** Lists of objects that belong to this one; empty lists are left out. */
export function RelatedLists({ lists }: { lists: readonly RelatedList[] }) {
  return lists.map(list => <Related key={`${list.to} ${list.title}`} list={list} />)
}

function Related({ list }: { list: RelatedList }) {
  const can = usePermission()
  const resource = useResource(list.to)
  const rows = useQuery({
    queryKey: [resource.key, "list", { ...list.filter, limit: String(shown) }],
    queryFn: ({ signal }) => fetchPage(resource, { ...list.filter, limit: shown }, signal),
    enabled: can(resource.needs),
  })
  if (rows.isError) return <Failure error={rows.error} onRetry={() => void rows.refetch()} />
  if (!rows.data || rows.data.count === 0) return null
  const { count } = rows.data
  return (
    <Card aria-label={list.title}>
      <CardHead title={list.title} hint={plural(count, whole(count), t`${whole(count)}, newest first`)}>
        {count > shown && (
          <Link
            to="/$resource"
            params={{ resource: resource.path }}
            search={list.filter}
            className="text-xs text-fg-2 underline underline-offset-2"
          >
            {t`See all`}
          </Link>
        )}
      </CardHead>
      <ul className="border-t border-line">
        {rows.data.rows.map(row => (
          <li key={row._id} className="border-b border-line last:border-0">
            <RelatedRow resource={resource} row={row} />
          </li>
        ))}
      </ul>
    </Card>
  )
}

/** Leaves out the name that a row shows in its own list, because the page already shows that object. */
function RelatedRow({ resource, row }: { resource: Resource; row: Row }) {
  const { first, second, end } = resource.summary(row)
  const { hasNoNumber, ...object } = resource.object!
  const name = object.name(row)
  const isSecond = hasNoNumber || name === row._id || (typeof second === "string" && second.startsWith(name)) // or says it
  return (
    <ObjectLink to={resource.key} id={row._id} className="flex min-h-12 items-center gap-3 px-5 py-2 hover:bg-hover">
      <span className="min-w-0 flex-1 leading-tight">
        <span className="block truncate text-sm font-medium">{isSecond ? second || first : name}</span>
        <span className="block truncate text-xs text-fg-3">
          <When at={row.createdAt} text={shortDate(row.createdAt)} />
        </span>
      </span>
      <span className="flex shrink-0 items-center gap-2 text-sm max-sm:flex-col max-sm:items-end">{end}</span>
    </ObjectLink>
  )
}
