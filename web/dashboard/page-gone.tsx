import { Link } from "@tanstack/react-router"
import { SearchX } from "lucide-react"
import { t } from "../lib/translate.ts"
import { buttonLook } from "../ui/button.tsx"
import { Empty } from "../ui/empty.tsx"
import type { ListSearch } from "./list-query.ts"

/** Shown for a link to a page that no longer exists, because the list has become shorter. */
export function PageGone({ search }: { search: ListSearch }) {
  const { startingAfter: _, endingBefore: __, page: ___, ...filters } = search
  return (
    <Empty
      icon={SearchX}
      title={t`This page is empty`}
      action={
        <Link to="." search={filters} className={buttonLook()}>
          {t`Show the first page`}
        </Link>
      }
    >
      {t`The list has become shorter since the link was made.`}
    </Empty>
  )
}
