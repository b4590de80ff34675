import { Link } from "@tanstack/react-router"
import { SearchX } from "lucide-react"
import { buttonLook } from "../ui/button.tsx"
import { Empty } from "../ui/empty.tsx"

export const NothingMatches = ({ noun }: { noun: string }) => (
  <Empty
    icon={SearchX}
    title="Nothing matches"
    action={
      <Link to="." search={{}} resetScroll={false} className={buttonLook()}>
        Clear filters
      </Link>
    }
  >
    No {noun} matches these filters. Remove a filter to see more.
  </Empty>
)
