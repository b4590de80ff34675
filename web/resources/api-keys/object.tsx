import { type CreateForm, definePage } from "../../dashboard/resource.ts"
import { roleChoices, useGrantableRoles } from "../../dashboard/roles.ts"
import type { Choice, Field } from "../../lib/form.ts"
import { ExactWhen } from "../../ui/value.tsx"
import { RoleName } from "./role-name.tsx"

const fieldsWith = (roles: readonly Choice[]): Field<"name" | "role" | "expiresAt">[] => [
  { name: "name", label: "Name", kind: "text", isRequired: true, placeholder: "Web shop" },
  { name: "role", label: "Role", kind: "choice", isRequired: true, initial: "viewer", choices: roles },
  { name: "expiresAt", label: "Expires after", kind: "day", hint: "It stops working at the end of that day" },
]

export const apiKeyCreate: CreateForm<"dev/api-keys"> = {
  about: "The key is shown once, right after it is created.",
  fields: fieldsWith([]),
  useFields: () => fieldsWith(roleChoices(useGrantableRoles())),
  reveals: row => ({ label: "API key", value: String(row["key"]) }),
}

export const apiKeyPage = definePage<"dev/api-keys">({
  heading: row => row.name,
  subheading: row => `${row.prefix}…${row.last4}`,
  facts: row => [
    ["Role", <RoleName key="role" role={row.role} />],
    ["Last used", row.lastUsedAt && <ExactWhen at={row.lastUsedAt} />],
    ["Expires", row.expiresAt && <ExactWhen at={row.expiresAt} />],
  ],
  actions: {
    delete: {
      label: "Delete key",
      isDanger: true,
      about: () => "Requests with this key are refused at once. This can't be undone.",
      submit: row => `Delete ${row.name}`,
      done: "API key deleted",
    },
  },
})
