import type { TypedField } from "../../lib/form.ts"
import type { RowOf } from "../../lib/api-types.ts"
import { t } from "../../lib/translate.ts"
import { deferred } from "../../ui/deferred.tsx"
import { contactName } from "./name.ts"

/** For a form that creates a contact by itself. */
export const contactReference: TypedField<"contact"> = {
  name: "contact",
  label: t`Contact`,
  kind: "reference",
  isTyped: true,
  isRequired: true,
  placeholder: "ana@example.com",
  route: "GET /v1/contacts",
  searches: "contacts",
  describe: (row: RowOf<"contacts">) => ({ value: row.email, label: contactName(row) }),
}

export const contactField: TypedField<"contact"> = {
  ...contactReference,
  Help: deferred(async () => (await import("./create-here.tsx")).CreateContactHere),
}

export const ofContact = { type: "contacts", field: "contact" } as const
