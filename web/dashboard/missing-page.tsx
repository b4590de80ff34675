import { Compass } from "lucide-react"
import { Card } from "../ui/card.tsx"
import { Empty } from "../ui/empty.tsx"

export const MissingPage = () => (
  <Card>
    <Empty icon={Compass} title="There is no such page">
      The address may be mistyped. The menu at the left leads to everything there is.
    </Empty>
  </Card>
)
