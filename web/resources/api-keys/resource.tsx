import { KeyRound } from "lucide-react"
import { defineResource } from "../../dashboard/resource.ts"
import { t } from "../../lib/translate.ts"
import { When } from "../../ui/value.tsx"
import { RoleName } from "./role-name.tsx"

export const apiKeys = defineResource("dev/api-keys", {
  path: "api-keys",
  noun: t`API key`,
  title: t`API keys`,
  about: t`Each key is a separate user with a role. A deleted key stops working at once.`,
  icon: KeyRound,
  needs: "apiKeys.view",
  columns: [
    { id: "name", header: t`Name`, cell: row => <span className="font-medium">{row.name}</span> },
    {
      id: "key",
      header: t`Key`,
      cell: row => (
        <span className="font-mono text-xs">
          {row.prefix}…{row.last4}
        </span>
      ),
    },
    { id: "role", header: t`Role`, cell: row => <RoleName role={row.role} /> },
    {
      id: "last-used",
      header: t`Last used`,
      cell: row => (row.lastUsedAt ? <When at={row.lastUsedAt} /> : <span className="text-fg-3">{t`never`}</span>),
    },
    {
      id: "expires",
      header: t`Expires`,
      cell: row => (row.expiresAt ? <When at={row.expiresAt} /> : <span className="text-fg-3">{t`never`}</span>),
    },
    { id: "created", header: t`Created`, sort: "createdAt", cell: row => <When at={row.createdAt} className="text-fg-3" /> },
  ],
  summary: row => ({ first: row.name, second: `${row.prefix}…${row.last4}`, end: <RoleName role={row.role} /> }),
  csv: ["_id", "name", "role", "prefix", "last4", "lastUsedAt", "expiresAt", "createdAt"],
  empty: t`Programs sign in with a key. Give each one the smallest role that is enough.`,
  create: { label: t`New API key`, needs: "apiKeys.edit" },
  object: { name: row => row.name, hasNoTimeline: true },
})
