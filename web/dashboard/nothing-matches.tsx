import { Link } from "@tanstack/react-router"
import { SearchX } from "lucide-react"
import { t } from "../lib/translate.ts"
import { buttonLook } from "../ui/button.tsx"
import { Empty } from "../ui/empty.tsx"

export const NothingMatches = ({ noun }: { noun: string }) => (
  <Empty
    icon={SearchX}
    title={t`Nothing matches`}
    action={
      <Link to="." search={{}} resetScroll={false} className={buttonLook()}>
        {t`Clear filters`}
      </Link>
    }
  >
    {t`No ${noun} matches these filters. Remove a filter to see more.`}
  </Empty>
)
