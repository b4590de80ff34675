import { CheckCircle2, CircleDashed, XCircle } from "lucide-react"
import { t } from "../../lib/translate.ts"
import { Badge } from "../../ui/badge.tsx"

/** Whether the opening balance and the lines make the closing balance. */
export function Balanced({ balanced }: { balanced: boolean | null }) {
  if (balanced === null)
    return (
      <Badge icon={CircleDashed} tone="neutral">
        {t`Not given`}
      </Badge>
    )
  return balanced ? (
    <Badge icon={CheckCircle2} tone="good">
      {t`Add up`}
    </Badge>
  ) : (
    <Badge icon={XCircle} tone="bad">
      {t`Do not add up`}
    </Badge>
  )
}
