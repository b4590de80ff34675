import { type CreateForm, definePage } from "../../dashboard/resource.ts"
import { roleChoices, useGrantableRoles } from "../../dashboard/roles.ts"
import type { Choice, Field } from "../../lib/form.ts"
import { t } from "../../lib/translate.ts"
import { ExactWhen } from "../../ui/value.tsx"
import { RoleName } from "./role-name.tsx"

const fieldsWith = (roles: readonly Choice[]): Field<"name" | "role" | "expiresAt">[] => [
  { name: "name", label: t`Name`, kind: "text", isRequired: true, placeholder: t`Web shop` },
  { name: "role", label: t`Role`, kind: "choice", isRequired: true, initial: "viewer", choices: roles },
  { name: "expiresAt", label: t`Expires after`, kind: "day", hint: t`It stops working at the end of that day` },
]

export const apiKeyCreate: CreateForm<"dev/api-keys"> = {
  about: t`The key is shown once, right after it is created.`,
  fields: fieldsWith([]),
  useFields: () => fieldsWith(roleChoices(useGrantableRoles())),
  reveals: row => ({ label: t`API key`, value: String(row["key"]) }),
}

export const apiKeyPage = definePage<"dev/api-keys">({
  heading: row => row.name,
  subheading: row => `${row.prefix}…${row.last4}`,
  facts: row => [
    [t`Role`, <RoleName key="role" role={row.role} />],
    [t`Last used`, row.lastUsedAt && <ExactWhen at={row.lastUsedAt} />],
    [t`Expires`, row.expiresAt && <ExactWhen at={row.expiresAt} />],
  ],
  actions: {
    delete: {
      label: t`Delete key`,
      isDanger: true,
      about: () => t`Requests with this key are refused at once. This can't be undone.`,
      submit: row => t`Delete ${row.name}`,
      done: t`API key deleted`,
    },
  },
})
