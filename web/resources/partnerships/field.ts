import type { TypedField } from "../../lib/form.ts"
import { t } from "../../lib/translate.ts"

export const partnershipField = (isRequired: boolean): TypedField<"partnership"> => ({
  name: "partnership",
  label: t`Partnership`,
  kind: "reference",
  isTyped: true,
  isRequired,
  placeholder: t`Code or name`,
  route: "GET /v1/partnerships",
  searches: "partnerships",
  describe: row => ({ value: String(row["code"]), label: String(row["name"]) }),
})

export const ofPartner = { type: "partnerships", field: "partnership" } as const
