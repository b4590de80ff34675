import type { TypedField } from "../../lib/form.ts"
import { contactName } from "../../dashboard/reference.tsx"

export const contactField: TypedField = {
  name: "contact",
  label: "Contact",
  kind: "reference",
  isTyped: true,
  isRequired: true,
  placeholder: "ana@example.com",
  route: "GET /v1/contacts",
  searches: "contacts",
  describe: row => ({ value: String(row["email"]), label: contactName(row as never) }),
}

export const ofContact = { type: "contacts", field: "contact" } as const
