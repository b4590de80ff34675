import { SearchX } from "lucide-react"
import { Button } from "../ui/button.tsx"
import { Empty } from "../ui/empty.tsx"
import { useClearFilters } from "./log-filters.tsx"

export function NothingMatches({ noun }: { noun: string }) {
  return (
    <Empty icon={SearchX} title="Nothing matches" action={<Button onClick={useClearFilters()}>Clear filters</Button>}>
      No {noun} has what you chose. Take a filter away to see more.
    </Empty>
  )
}
