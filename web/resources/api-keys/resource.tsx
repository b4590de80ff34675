import { KeyRound } from "lucide-react"
import { roleNames } from "../../../src/kit/pure/permissions.ts"
import { defineResource } from "../../dashboard/resource.ts"
import { say } from "../../lib/words.ts"
import { ExactWhen, When } from "../../ui/value.tsx"
import { choicesOf } from "../../dashboard/fields.ts"

export const apiKeys = defineResource("dev/api-keys", {
  path: "api-keys",
  noun: "API key",
  title: "API keys",
  about: "Each key is a separate user with a role. A deleted key stops working at once.",
  icon: KeyRound,
  needs: "apiKeys.view",
  columns: [
    { header: "Name", cell: row => <span className="font-medium">{row.name}</span> },
    {
      header: "Key",
      cell: row => (
        <span className="font-mono text-xs">
          {row.prefix}…{row.last4}
        </span>
      ),
    },
    { header: "Role", cell: row => say(row.role) },
    { header: "Last used", cell: row => (row.lastUsedAt ? <When at={row.lastUsedAt} /> : <span className="text-fg-3">never</span>) },
    { header: "Expires", cell: row => (row.expiresAt ? <When at={row.expiresAt} /> : <span className="text-fg-3">never</span>) },
    { header: "Created", sort: "createdAt", cell: row => <When at={row.createdAt} className="text-fg-3" /> },
  ],
  summary: row => ({ first: row.name, second: `${row.prefix}…${row.last4}`, end: say(row.role) }),
  csv: ["_id", "name", "role", "prefix", "last4", "lastUsedAt", "expiresAt", "createdAt"],
  empty: "Programs sign in with a key. Give each one the smallest role that is enough.",
  create: {
    label: "New API key",
    needs: "apiKeys.edit",
    about: "The key is shown once, right after it is created.",
    fields: [
      { name: "name", label: "Name", kind: "text", isRequired: true, placeholder: "Web shop" },
      { name: "role", label: "Role", kind: "choice", isRequired: true, initial: "operator", choices: choicesOf(roleNames) },
      { name: "expiresAt", label: "Expires after", kind: "day", hint: "It stops working at the end of that day" },
    ],
    reveals: row => ({ label: "API key", value: String(row["key"]) }),
  },
  object: {
    hasNoTimeline: true,
    name: row => row.name,
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
  },
})
