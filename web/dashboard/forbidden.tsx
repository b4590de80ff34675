import { Lock } from "lucide-react"
import { sayPermission } from "../lib/permission-words.ts"
import { t } from "../lib/translate.ts"
import { Card } from "../ui/card.tsx"
import { Empty } from "../ui/empty.tsx"

export const Forbidden = ({ needs }: { needs: string }) => (
  <Card>
    <Empty icon={Lock} title={t`Your role does not include this`}>
      {t`It needs the permission “${sayPermission(needs)}”. Ask an administrator of this business for another role.`}
    </Empty>
  </Card>
)
