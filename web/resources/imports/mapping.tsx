import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query"
import { useId, useState } from "react"
import { call, type Output } from "../../client.ts"
import { t } from "../../lib/translate.ts"
import { Button } from "../../ui/button.tsx"
import { Card, CardHead } from "../../ui/card.tsx"
import { control } from "../../ui/control.ts"
import { CardFailure, Failure } from "../../ui/failure.tsx"
import { ScrollRegion } from "../../ui/scroll-region.tsx"
import { Select } from "../../ui/select.tsx"
import type { Import } from "./import.ts"

type Preview = Output<"GET /v1/imports/{id}/preview">

/** Which column each field comes from, and how the first rows are then understood. */
export function Mapping({ row }: { row: Import }) {
  const queries = useQueryClient()
  const [mapping, setMapping] = useState<Record<string, string>>(row.mapping)
  const [defaults, setDefaults] = useState<Record<string, string>>(row.defaults)
  const preview = useQuery({
    queryKey: ["imports", "preview", row._id, row.version],
    queryFn: () => call("GET /v1/imports/{id}/preview", {}, { path: { id: row._id } }),
  })
  const saving = useMutation({
    mutationFn: () =>
      call("POST /v1/imports/{id}/update", { mapping: filled(mapping), defaults: filled(defaults) }, { path: { id: row._id } }),
    onSuccess: () => void queries.invalidateQueries({ queryKey: ["imports"] }),
  })
  const fields = [...new Set(["externalId", ...(preview.data?.fields ?? []), ...Object.keys(mapping)])]
  const isChanged = !isSame(filled(mapping), row.mapping) || !isSame(filled(defaults), row.defaults)
  return (
    <>
      <Card aria-label={t`Mapping`}>
        <CardHead
          title={t`Columns`}
          hint={row.unmapped.length > 0 ? t`Not imported: ${row.unmapped.join(", ")}` : t`Every column of the file is imported`}
        >
          <Button variant="primary" disabled={!isChanged || saving.isPending} onClick={() => saving.mutate()}>
            {saving.isPending ? t`Saving…` : t`Save and preview`}
          </Button>
        </CardHead>
        <CardFailure query={preview} />
        {saving.isError && (
          <div className="px-5 pb-4">
            <Failure error={saving.error} />
          </div>
        )}
        <ul className="border-t border-line">
          {fields.map(field => (
            <FieldRow
              key={field}
              field={field}
              columns={row.columns.filter(Boolean)}
              column={mapping[field] ?? ""}
              fallback={defaults[field] ?? ""}
              onColumn={column => setMapping(current => ({ ...current, [field]: column }))}
              onFallback={value => setDefaults(current => ({ ...current, [field]: value }))}
            />
          ))}
        </ul>
      </Card>
      {preview.data && <FirstRows preview={preview.data} />}
    </>
  )
}

const filled = (fields: Record<string, string>) => Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== ""))
const isSame = (a: Record<string, string>, b: Record<string, string>) =>
  Object.keys(a).length === Object.keys(b).length && Object.entries(a).every(([name, value]) => b[name] === value)

type RowProps = {
  field: string
  columns: readonly string[]
  column: string
  fallback: string
  onColumn(column: string): void
  onFallback(value: string): void
}

const rowShape =
  "grid grid-cols-[8rem_minmax(0,1fr)] items-center gap-x-3 gap-y-1.5 border-b border-line px-5 py-2 last:border-0 " +
  "sm:grid-cols-[9rem_minmax(0,1fr)_minmax(0,1fr)]"

function FieldRow({ field, columns, column, fallback, onColumn, onFallback }: RowProps) {
  const id = useId()
  return (
    <li className={rowShape}>
      <label htmlFor={id} className="text-sm font-medium wrap-anywhere">
        {field}
      </label>
      <Select
        id={id}
        className={control}
        placeholder={t`No column`}
        choices={columns.map(value => ({ value, label: value }))}
        value={column}
        onChange={onColumn}
      />
      {field === "externalId" ? (
        <p className="text-xs text-fg-3 max-sm:col-start-2">{t`By it a row is known again`}</p>
      ) : (
        <input
          aria-label={t`${field} where the cell is empty`}
          placeholder={t`Where the cell is empty`}
          className={`${control} max-sm:col-start-2`}
          value={fallback}
          onChange={event => onFallback(event.target.value)}
        />
      )}
    </li>
  )
}

const FirstRows = ({ preview }: { preview: Preview }) => (
  <Card aria-label={t`Preview`}>
    <CardHead title={t`First rows`} hint={t`As they would be created. A dry run also finds what only your other data tell.`} />
    <ScrollRegion label={t`First rows`} className="border-t border-line">
      <table className="w-full text-start text-sm">
        <thead className="text-xs text-fg-3">
          <tr>
            <th className="px-5 py-2 font-medium">{t`Line`}</th>
            <th className="py-2 pe-4 font-medium">{t`Key`}</th>
            <th className="py-2 pe-5 font-medium">{t`Fields`}</th>
          </tr>
        </thead>
        <tbody>
          {preview.rows.map(({ line, key, input, error }) => (
            <tr key={line} className="border-t border-line align-top">
              <td className="num px-5 py-2 text-fg-3">{line}</td>
              <td className="py-2 pe-4 wrap-anywhere">{key}</td>
              <td className="py-2 pe-5">
                {error !== null && <span className="block text-xs text-bad">{error}</span>}
                {input && <span className="block font-mono text-xs break-words text-fg-2">{describe(input)}</span>}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </ScrollRegion>
  </Card>
)

/** name: Ana, price.amount: 1250 */
function describe(value: object, path = ""): string {
  return Object.entries(value)
    .map(([name, each]) => {
      const inner = path === "" ? name : `${path}.${name}`
      return typeof each === "object" && each !== null ? describe(each as object, inner) : `${inner}: ${String(each)}`
    })
    .join(", ")
}
