import { keepPreviousData, useQuery } from "@tanstack/react-query"
import { FileWarning } from "lucide-react"
import { useId } from "react"
import type { Output } from "../../client.ts"
import { t, whole } from "../../lib/translate.ts"
import { upload } from "../../lib/upload.ts"
import { cn } from "../../ui/cn.ts"
import { control } from "../../ui/control.ts"
import { Skeleton } from "../../ui/empty.tsx"
import { Failure } from "../../ui/failure.tsx"
import { Note } from "../../ui/note.tsx"
import { ScrollRegion } from "../../ui/scroll-region.tsx"
import { Select } from "../../ui/select.tsx"
import { type Draft, type Role, roleAt, roleNames, withRole } from "./csv-roles.ts"
import { isUtf8 } from "./encoding.ts"
import { FirstBookings } from "./first-bookings.tsx"

type Preview = Output<"POST /v1/bank-statements/preview">
type Props = { file: File; ownAccount: string; draft: Draft | undefined; onDraft(draft: Draft): void }

/** Enough for the first lines of any file. */
const maxBytes = 256 * 1024

/** The service saw the first lines only. What is no UTF-8 further on is what it would take the whole file for. */
async function withEncodingOf(file: File, found: Preview): Promise<Preview> {
  const { profile } = found
  if (profile?.encoding !== "utf-8" || file.size <= maxBytes || (await isUtf8(file))) return found
  return { ...found, profile: { ...profile, encoding: "windows-1252" } }
}

/** The first lines of a CSV file as the service reads them, what each column is, and what an import would make of them. */
export function CsvProfile({ file, ownAccount, draft, onDraft }: Props) {
  const preview = useQuery({
    queryKey: ["bank-statements", "preview", file.name, file.size, file.lastModified, ownAccount, draft],
    queryFn: async ({ signal }) => {
      const query = new URLSearchParams({ ownAccount, ...(draft && { profile: JSON.stringify(draft) }) })
      const first = file.slice(0, maxBytes)
      const found = await upload<Preview>(`/v1/bank-statements/preview?${query}`, first, { onProgress: () => undefined, signal })
      return found.source === "guessed" ? withEncodingOf(file, found) : found
    },
    placeholderData: keepPreviousData,
  })
  if (preview.isError) return <Failure error={preview.error} onRetry={() => void preview.refetch()} />
  if (!preview.data) return <Skeleton className="h-40" />
  const { profile, source, bookings, problem, currency } = preview.data
  if (!profile) return null
  const shown = draft ?? profile
  return (
    <section aria-label={t`What the columns are`} className="space-y-3">
      <p className="text-xs text-fg-2" role="status">
        {draft ? t`As you chose.` : source === "saved" ? t`As saved for this account.` : t`Found out from the first lines.`}{" "}
        {t`Say what each column is; columns without a meaning are left out.`}
      </p>
      <Layout draft={shown} onDraft={onDraft} />
      <Table preview={preview.data} draft={shown} onDraft={onDraft} />
      {problem && (
        <Note role="alert" tone="warn" icon={FileWarning} title={t`These lines can't be imported like this`}>
          {problem.line === null ? `${problem.reason}.` : t`Line ${whole(problem.line)}: ${problem.reason}.`}
        </Note>
      )}
      <FirstBookings bookings={bookings} currency={currency} />
    </section>
  )
}

const separators = [";", ",", "\t", "|"].map((value, i) => ({ value, label: [t`Semicolon`, t`Comma`, t`Tab`, t`Vertical bar`][i]! }))
const decimals = [
  { value: ",", label: "1.234,56" },
  { value: ".", label: "1,234.56" },
]
const dateOrders = [
  { value: "dmy", label: t`Day, month, year` },
  { value: "mdy", label: t`Month, day, year` },
  { value: "ymd", label: t`Year, month, day` },
]
const encodings = [
  { value: "utf-8", label: "UTF-8" },
  { value: "windows-1252", label: "Windows-1252" },
  { value: "utf-16le", label: "UTF-16" },
]
const headers = [
  { value: "yes", label: t`Has names` },
  { value: "no", label: t`Has none` },
]

/** How the table is written. */
function Layout({ draft, onDraft }: { draft: Draft; onDraft(draft: Draft): void }) {
  const set = (part: Partial<Draft>) => onDraft({ ...draft, ...part })
  return (
    <div className="grid grid-cols-2 gap-3 sm:grid-cols-3">
      <Choice
        label={t`Separator`}
        choices={separators}
        value={draft.separator}
        onChange={separator => set({ separator } as Partial<Draft>)}
      />
      <Choice label={t`Amounts`} choices={decimals} value={draft.decimal} onChange={decimal => set({ decimal } as Partial<Draft>)} />
      <Choice label={t`Dates`} choices={dateOrders} value={draft.dateOrder} onChange={dateOrder => set({ dateOrder } as Partial<Draft>)} />
      <Choice label={t`Letters`} choices={encodings} value={draft.encoding} onChange={encoding => set({ encoding } as Partial<Draft>)} />
      <Choice
        label={t`Line above the bookings`}
        choices={headers}
        value={draft.header ? "yes" : "no"}
        onChange={header => set({ header: header === "yes" })}
      />
      <Choice
        label={t`Lines before that`}
        choices={Array.from({ length: 20 }, (_, i) => ({ value: String(i), label: String(i) }))}
        value={String(draft.skip)}
        onChange={skip => set({ skip: Number(skip) })}
      />
    </div>
  )
}

type ChoiceProps = { label: string; choices: readonly { value: string; label: string }[]; value: string; onChange(value: string): void }

function Choice({ label, ...props }: ChoiceProps) {
  const id = useId()
  return (
    <div className="min-w-0">
      <label htmlFor={id} className="mb-1 block text-xs font-medium text-fg-2">
        {label}
      </label>
      <Select id={id} className={control} isRequired {...props} />
    </div>
  )
}

/** The first lines, with what each column is above it. */
function Table({ preview: { rows }, draft, onDraft }: { preview: Preview; draft: Draft; onDraft(draft: Draft): void }) {
  const width = Math.max(0, ...rows.slice(draft.skip).map(({ cells }) => cells.length))
  const header = draft.header ? rows[draft.skip]?.cells : undefined
  const roles = roleNames.map(([value, label]) => ({ value, label }))
  return (
    <ScrollRegion label={t`First lines of the file`} className="max-h-64 rounded-lg shadow-line">
      <table className="w-full text-xs">
        <thead>
          <tr className="bg-sunken">
            {Array.from({ length: width }, (_, place) => (
              <th key={place} scope="col" className="min-w-36 p-1.5 text-start font-normal">
                <Select
                  id={`column-${place}`}
                  aria-label={[t`Column ${place + 1}`, header?.[place]].filter(Boolean).join(", ")}
                  className={control}
                  choices={roles}
                  placeholder={t`Left out`}
                  value={roleAt(draft, header, place) ?? ""}
                  onChange={role => onDraft(withRole(draft, header, place, role === "" ? undefined : (role as Role)))}
                />
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map(({ line, cells }, i) => (
            <tr
              key={line}
              className={cn(
                "border-t border-line",
                i < draft.skip && "text-fg-3 line-through",
                draft.header && i === draft.skip && "bg-sunken font-medium",
              )}
            >
              {Array.from({ length: Math.max(width, 1) }, (_, place) => (
                <td key={place} className="max-w-60 truncate px-2.5 py-1.5">
                  {cells[place]}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </ScrollRegion>
  )
}
