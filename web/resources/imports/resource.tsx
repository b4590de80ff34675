import { FileUp } from "lucide-react"
import { importKinds, importStatuses } from "../../../src/insight/imports/values.ts"
import { created } from "../../dashboard/created-column.tsx"
import { choiceFilter } from "../../dashboard/fields.ts"
import { defineResource } from "../../dashboard/resource.ts"
import { say } from "../../lib/words.ts"
import { Status } from "../../ui/status.tsx"

const count = (n: number) => n.toLocaleString()

export const imports = defineResource("imports", {
  event: "imports",
  noun: "import",
  title: "Imports",
  about: "CSV files whose rows become contacts, services, subscriptions and more.",
  icon: FileUp,
  needs: "contacts.view",
  tabs: { field: "status", values: importStatuses },
  filters: [choiceFilter("kind", "Kind", importKinds)],
  columns: [
    { header: "File", cell: row => <span className="font-medium wrap-anywhere">{row.fileName || "Without a name"}</span> },
    { header: "Kind", cell: row => say(row.kind) },
    { header: "Status", cell: row => <Status status={row.status} /> },
    { header: "Rows", isNumber: true, cell: row => count(row.rows) },
    { header: "Created", isNumber: true, cell: row => count(row.counts.created) },
    { header: "Refused", isNumber: true, cell: row => count(row.counts.refused) },
    created,
  ],
  summary: row => ({
    first: row.fileName || say(row.kind),
    second: `${say(row.kind)} · ${count(row.rows)} rows`,
    end: <Status status={row.status} />,
  }),
  csv: ["_id", "kind", "fileName", "status", "rows", "done", "counts.created", "counts.refused", "startedAt", "endedAt", "createdAt"],
  empty: "Bring contacts, services, open payments and subscriptions along: from a spreadsheet, or from the exports of Stripe.",
  create: { label: "Import a file", needs: "contacts.edit" },
  object: { name: row => row._id, label: row => row.fileName || row.kind },
})
