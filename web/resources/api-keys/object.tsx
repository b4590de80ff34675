import { roleNames } from "../../../src/kit/pure/permissions.ts"
import { type CreateForm, definePage } from "../../dashboard/resource.ts"
import { say } from "../../lib/words.ts"
import { ExactWhen } from "../../ui/value.tsx"
import { choicesOf } from "../../dashboard/fields.ts"

export const apiKeyCreate: CreateForm<"dev/api-keys"> = {
  about: "The key is shown once, right after it is created.",
  fields: [
    { name: "name", label: "Name", kind: "text", isRequired: true, placeholder: "Web shop" },
    { name: "role", label: "Role", kind: "choice", isRequired: true, initial: "operator", choices: choicesOf(roleNames) },
    { name: "expiresAt", label: "Expires after", kind: "day", hint: "It stops working at the end of that day" },
  ],
  reveals: row => ({ label: "API key", value: String(row["key"]) }),
}

export const apiKeyPage = definePage<"dev/api-keys">({
  heading: row => row.name,
  subheading: row => `${row.prefix}…${row.last4}`,
  facts: row => [
    ["Role", say(row.role)],
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
