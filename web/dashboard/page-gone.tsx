import { Link } from "@tanstack/react-router"
import { SearchX } from "lucide-react"
import { buttonLook } from "../ui/button.tsx"
import { Empty } from "../ui/empty.tsx"
import type { ListSearch } from "./list-query.ts"

/** A link to a page whose rows have changed meanwhile, so that the list ends before it. */
export function PageGone({ search }: { search: ListSearch }) {
  const { startingAfter: _, endingBefore: __, page: ___, ...filters } = search
  return (
    <Empty
      icon={SearchX}
      title="Nothing is left on this page"
      action={
        <Link to="." search={filters} className={buttonLook()}>
          Show the first page
        </Link>
      }
    >
      The list has changed and ends before it.
    </Empty>
  )
}
