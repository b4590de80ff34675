import type { TypedField } from "../../lib/form.ts"
import type { RowOf } from "../../lib/api-types.ts"
import { contactName } from "./name.ts"

export const contactField: TypedField<"contact"> = {
  name: "contact",
  label: "Contact",
  kind: "reference",
  isTyped: true,
  isRequired: true,
  placeholder: "ana@example.com",
  route: "GET /v1/contacts",
  searches: "contacts",
  describe: (row: RowOf<"contacts">) => ({ value: row.email, label: contactName(row) }),
}

export const ofContact = { type: "contacts", field: "contact" } as const
