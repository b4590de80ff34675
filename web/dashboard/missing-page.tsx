import { Compass } from "lucide-react"
import { t } from "../lib/translate.ts"
import { Card } from "../ui/card.tsx"
import { Empty } from "../ui/empty.tsx"
import { PageHead } from "./page-head.tsx"

export const MissingPage = () => (
  <>
    <PageHead title={t`There is no such page`} />
    <Card>
      <Empty icon={Compass} title={t`The address may be mistyped`}>
        {t`Use the menu at the left to find a page.`}
      </Empty>
    </Card>
  </>
)
