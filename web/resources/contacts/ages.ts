import { t } from "../../lib/translate.ts"

/** How long something is late, as the API sums it up: the older, the stronger the mark. */
export const ages = [
  { field: "late0to30", label: t`Up to 30 days`, mark: "bg-bad/30" },
  { field: "late31to60", label: t`31–60 days`, mark: "bg-bad/50" },
  { field: "late61to90", label: t`61–90 days`, mark: "bg-bad/75" },
  { field: "lateOver90", label: t`Over 90 days`, mark: "bg-bad" },
] as const
