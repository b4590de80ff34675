import { t } from "../lib/translate.ts"
import { When } from "../ui/value.tsx"

/** The last column of most lists. */
export const created = {
  id: "created",
  header: t`Created`,
  sort: "createdAt",
  cell: (row: { createdAt: string }) => <When at={row.createdAt} className="text-fg-3" />,
} as const
