import type { TypedField } from "../../lib/form.ts"

/** The tenant's own accounts, or those of whom the form names. */
export const bankAccountField = (owner: "self" | "contact" | "partnership"): TypedField<"bankAccount"> => ({
  name: "bankAccount",
  label: "Bank account",
  kind: "reference",
  route: "GET /v1/bank-accounts",
  query: { status: "active", owner },
  ...(owner !== "self" && { of: owner, hint: `An account of the ${owner}; add new ones under Bank accounts` }),
  describe: row => ({
    value: String(row["_id"]),
    label: `${String(row["holder"])} ${String(row["masked"])} · ${String(row["currency"])}`,
  }),
})
