import type { Field } from "../lib/form.ts"
import { t } from "../lib/translate.ts"

/** An own account by its name, its last digits and its currency. */
export const ownAccountField: Field<"ownAccount"> = {
  name: "ownAccount",
  label: t`Own account`,
  kind: "reference",
  isRequired: true,
  route: "GET /v1/own-accounts",
  query: { status: "active" },
  describe: row => ({
    value: String(row["_id"]),
    label: `${String(row["name"])} ${String(row["masked"])} · ${String(row["currency"])}`,
  }),
}
