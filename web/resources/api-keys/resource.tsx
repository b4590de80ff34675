import { KeyRound } from "lucide-react"
import { defineResource } from "../../dashboard/resource.ts"
import { When } from "../../ui/value.tsx"
import { RoleName } from "./role-name.tsx"

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
    { header: "Role", cell: row => <RoleName role={row.role} /> },
    { header: "Last used", cell: row => (row.lastUsedAt ? <When at={row.lastUsedAt} /> : <span className="text-fg-3">never</span>) },
    { header: "Expires", cell: row => (row.expiresAt ? <When at={row.expiresAt} /> : <span className="text-fg-3">never</span>) },
    { header: "Created", sort: "createdAt", cell: row => <When at={row.createdAt} className="text-fg-3" /> },
  ],
  summary: row => ({ first: row.name, second: `${row.prefix}…${row.last4}`, end: <RoleName role={row.role} /> }),
  csv: ["_id", "name", "role", "prefix", "last4", "lastUsedAt", "expiresAt", "createdAt"],
  empty: "Programs sign in with a key. Give each one the smallest role that is enough.",
  create: { label: "New API key", needs: "apiKeys.edit" },
  object: { name: row => row.name, hasNoTimeline: true },
})
