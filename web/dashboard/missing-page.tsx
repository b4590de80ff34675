import { Compass } from "lucide-react"
import { Card } from "../ui/card.tsx"
import { Empty } from "../ui/empty.tsx"
import { PageHead } from "./page-head.tsx"

export const MissingPage = () => (
  <>
    <PageHead title="There is no such page" />
    <Card>
      <Empty icon={Compass} title="The address may be mistyped">
        Use the menu at the left to find a page.
      </Empty>
    </Card>
  </>
)
