import { renderCsv } from "../../src/kit/pure/csv.ts"
import { download } from "../lib/download.ts"
import { plural, t, whole } from "../lib/translate.ts"
import { notify } from "../ui/toast.tsx"
import { csvColumns, csvReferences, csvRows } from "./csv-names.ts"
import type { Resource, Row } from "./resource.ts"

export const exportedText = (count: number) => plural(count, t`Exported ${whole(count)} row`, t`Exported ${whole(count)} rows`)

/** Saves these rows as a CSV file, in the columns of the list's export. */
export async function downloadRows(resource: Resource, resources: readonly Resource[], rows: readonly Row[]) {
  const references = csvReferences(resource.csv, resources)
  const cells = await csvRows(resource.csv, references, rows)
  download(`${resource.path}.csv`, renderCsv({ columns: csvColumns(resource.csv, references), rows: cells }))
  notify(exportedText(rows.length), `${resource.path}.csv`)
}
