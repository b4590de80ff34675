import type { TypedField } from "../../lib/form.ts"
import { t } from "../../lib/translate.ts"

const hints = {
  contact: t`An account of the contact; add new ones under Bank accounts`,
  partnership: t`An account of the partnership; add new ones under Bank accounts`,
}

/** The tenant's own accounts, or those of whom the form names. */
export const bankAccountField = (owner: "self" | "contact" | "partnership"): TypedField<"bankAccount"> => ({
  name: "bankAccount",
  label: t`Bank account`,
  kind: "reference",
  route: "GET /v1/bank-accounts",
  query: { status: "active", owner },
  ...(owner !== "self" && { of: owner, hint: hints[owner] }),
  describe: row => ({
    value: String(row["_id"]),
    label: `${String(row["holder"])} ${String(row["masked"])} · ${String(row["currency"])}`,
  }),
})
