import { FileUp } from "lucide-react"
import { importKinds, importStatuses } from "../../../src/insight/imports/values.ts"
import { created } from "../../dashboard/created-column.tsx"
import { choiceFilter } from "../../dashboard/fields.ts"
import { defineResource } from "../../dashboard/resource.ts"
import { plural, t, whole } from "../../lib/translate.ts"
import { say } from "../../lib/words.ts"
import { Status } from "../../ui/status.tsx"
import type { Import } from "./import.ts"

export const rowsOf = ({ rows }: Import) => plural(rows, t`${whole(rows)} row`, t`${whole(rows)} rows`)

export const imports = defineResource("imports", {
  event: "imports",
  noun: t`import`,
  title: t`Imports`,
  about: t`CSV files whose rows become contacts, services, subscriptions and more.`,
  icon: FileUp,
  needs: "contacts.view",
  tabs: { field: "status", values: importStatuses },
  filters: [choiceFilter("kind", t`Kind`, importKinds)],
  columns: [
    { id: "file", header: t`File`, cell: row => <span className="font-medium wrap-anywhere">{row.fileName || t`Without a name`}</span> },
    { id: "kind", header: t`Kind`, cell: row => say(row.kind) },
    { id: "status", header: t`Status`, cell: row => <Status status={row.status} /> },
    { id: "rows", header: t`Rows`, isNumber: true, cell: row => whole(row.rows) },
    { id: "created", header: t`Created`, isNumber: true, cell: row => whole(row.counts.created) },
    { id: "refused", header: t`Refused`, isNumber: true, cell: row => whole(row.counts.refused) },
    created,
  ],
  summary: row => ({
    first: row.fileName || say(row.kind),
    second: `${say(row.kind)} · ${rowsOf(row)}`,
    end: <Status status={row.status} />,
  }),
  csv: ["_id", "kind", "fileName", "status", "rows", "done", "counts.created", "counts.refused", "startedAt", "endedAt", "createdAt"],
  empty: t`Bring contacts, services, open payments and subscriptions along: from a spreadsheet, or from the exports of Stripe.`,
  create: { label: t`Import a file`, needs: "contacts.edit" },
  object: { name: row => row._id, label: row => row.fileName || row.kind },
})
