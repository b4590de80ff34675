import { useMutation, useQueryClient } from "@tanstack/react-query"
import { Link } from "@tanstack/react-router"
import { CheckCircle2, FileUp, TriangleAlert } from "lucide-react"
import { type FormEvent, useId, useRef, useState } from "react"
import { statementFormats } from "../../../src/money/bank-lines/values.ts"
import { choicesOf } from "../../dashboard/fields.ts"
import { type Field, textOf, type Values } from "../../lib/form.ts"
import { useOnce } from "../../lib/once.ts"
import { Button, buttonLook } from "../../ui/button.tsx"
import { cn } from "../../ui/cn.ts"
import { Dialog } from "../../ui/dialog.tsx"
import { Failure } from "../../ui/failure.tsx"
import { FieldInput } from "../../ui/field.tsx"
import { Note } from "../../ui/note.tsx"
import { importFile, type Imported } from "./import-file.ts"

const account: Field = {
  name: "ownAccount",
  label: "Own account",
  kind: "reference",
  isRequired: true,
  route: "GET /v1/own-accounts",
  query: { status: "active" },
  describe: row => ({
    value: String(row["_id"]),
    label: `${String(row["name"])} ${String(row["masked"])} · ${String(row["currency"])}`,
  }),
}
const format: Field = {
  name: "format",
  label: "Format",
  kind: "choice",
  choices: choicesOf(statementFormats),
  hint: "Found out from the file if you choose none",
}

const maxBytes = 64 * 1024 * 1024
const formId = "import-statement"

/** Chooses the account and the file, sends the file, and says what has become of it. */
export function ImportDialog({ isOpen, onClose }: { isOpen: boolean; onClose(): void }) {
  return isOpen ? <Open onClose={onClose} /> : null
}

function Open({ onClose }: { onClose(): void }) {
  const [values, setValues] = useState<Values>({})
  const [file, setFile] = useState<File | undefined>(undefined)
  const [errors, setErrors] = useState<{ ownAccount?: string; file?: string }>({})
  const { importing, share, stop } = useImport(values, file)
  const once = useOnce()
  const close = () => {
    stop()
    onClose()
  }
  const onSubmit = (event: FormEvent) => {
    event.preventDefault()
    const found = {
      ...(textOf(values, "ownAccount") === "" && { ownAccount: "This field is required." }),
      ...(!file && { file: "Choose the file." }),
      ...(file && file.size > maxBytes && { file: "The file is larger than 64 MiB. Ask your bank for fewer days." }),
    }
    setErrors(found)
    if (Object.keys(found).length === 0) once(() => importing.mutateAsync())
  }
  const set = (name: string) => (value: Values[string]) => setValues(current => ({ ...current, [name]: value }))
  if (importing.data) return <Result imported={importing.data} onClose={onClose} />
  return (
    <Dialog
      isOpen
      onClose={close}
      title="Import statement"
      description="The file is imported completely or not at all. Only its bookings are kept, not the file."
      footer={
        <>
          <Button variant="ghost" onClick={close}>
            Cancel
          </Button>
          <Button type="submit" form={formId} variant="primary" disabled={importing.isPending}>
            {importing.isPending ? "Importing…" : "Import"}
          </Button>
        </>
      }
    >
      <form id={formId} noValidate onSubmit={onSubmit} className="space-y-4">
        <FieldInput field={account} values={values} error={errors.ownAccount} onChange={set("ownAccount")} />
        <FilePicker file={file} error={errors.file} onFile={setFile} />
        <FieldInput field={format} values={values} error={undefined} onChange={set("format")} />
        {importing.isPending && <Progress share={share} />}
        {importing.isError && !isStopped(importing.error) && <Failure error={importing.error} />}
      </form>
    </Dialog>
  )
}

const isStopped = (error: Error) => error.name === "AbortError"

/** Closing the dialog stops an upload that is not complete; nothing of it is imported then. */
function useImport(values: Values, file: File | undefined) {
  const queries = useQueryClient()
  const [share, setShare] = useState(0)
  const stopper = useRef<AbortController>(undefined)
  const importing = useMutation({
    mutationFn: () => {
      setShare(0)
      stopper.current = new AbortController()
      const fields = { ownAccount: textOf(values, "ownAccount"), format: textOf(values, "format") }
      return importFile(file!, fields, { onProgress: setShare, signal: stopper.current.signal })
    },
    onSuccess: () => void queries.invalidateQueries(),
  })
  const stop = () => {
    if (share < 1) stopper.current?.abort()
  }
  return { importing, share, stop }
}

type PickerProps = { file: File | undefined; error: string | undefined; onFile(file: File | undefined): void }

function FilePicker({ file, error, onFile }: PickerProps) {
  const id = useId()
  const [isOver, setOver] = useState(false)
  const [preview, setPreview] = useState("")
  const take = async (next: File | undefined) => {
    if (!next) return
    onFile(next)
    const start = /\.(csv|txt)$/i.test(next.name) ? await next.slice(0, 2000).text() : ""
    setPreview(
      start
        .split(/\r\n|\r|\n/)
        .slice(0, 5)
        .join("\n"),
    )
  }
  return (
    <div>
      <label
        htmlFor={id}
        onDragOver={event => {
          event.preventDefault()
          setOver(true)
        }}
        onDragLeave={() => setOver(false)}
        onDrop={event => {
          event.preventDefault()
          setOver(false)
          void take(event.dataTransfer.files[0])
        }}
        className={cn(
          "flex cursor-pointer flex-col items-center gap-1 rounded-xl",
          "border border-dashed border-line-strong px-4 py-6 text-center text-sm",
          "has-focus-visible:outline-2 has-focus-visible:outline-accent",
          isOver ? "bg-accent-soft" : "bg-sunken hover:bg-hover",
        )}
      >
        <FileUp className="size-5 text-fg-3" aria-hidden />
        <span className="font-medium wrap-anywhere">{file ? file.name : "Choose the file, or drop it here"}</span>
        <span className="text-xs text-fg-2">
          {file
            ? `${Math.max(1, Math.round(file.size / 1024)).toLocaleString()} KiB`
            : "camt.053, camt.054, MT940, OFX or CSV, up to 64 MiB"}
        </span>
        <input
          id={id}
          type="file"
          aria-label="File of the bank"
          aria-invalid={error !== undefined}
          className="sr-only"
          onChange={event => void take(event.target.files?.[0])}
        />
      </label>
      {error && <p className="mt-1 text-xs text-bad">{error}</p>}
      {preview !== "" && (
        <div className="mt-2 text-xs text-fg-2">
          <pre tabIndex={0} aria-label="Its first lines" className="overflow-x-auto rounded-lg bg-sunken p-2 font-mono shadow-line">
            {preview}
          </pre>
          <p className="mt-1">
            For CSV, the separator, the columns, the order of dates and the decimal sign are found out from the first lines. If they are
            found wrong, import the file by the API with a profile.
          </p>
        </div>
      )}
    </div>
  )
}

/** How much was sent; then the import, which takes as long as the file is large. */
function Progress({ share }: { share: number }) {
  const isSent = share >= 1
  const percent = Math.floor(share * 100)
  return (
    <div>
      <p className="mb-1 text-xs text-fg-2" role="status">
        {isSent ? "The file was sent. Its lines are being imported…" : "Sending the file…"}
      </p>
      <div
        role="progressbar"
        aria-label={isSent ? "Importing" : "Sending"}
        {...(!isSent && { "aria-valuenow": percent, "aria-valuemin": 0, "aria-valuemax": 100 })}
        className="h-1.5 overflow-hidden rounded-full bg-sunken shadow-line"
      >
        <div
          className={cn("h-full rounded-full bg-accent", isSent && "w-full animate-pulse")}
          style={isSent ? {} : { width: `${percent}%` }}
        />
      </div>
    </div>
  )
}

function Result({ imported: { statement, isRepeated }, onClose }: { imported: Imported; onClose(): void }) {
  const { _id, number, balanced, warnings } = statement
  return (
    <Dialog
      isOpen
      onClose={onClose}
      title={isRepeated ? "This file was imported before" : "Statement imported"}
      footer={
        <>
          <Link to="/$resource/$id" params={{ resource: "bank-statements", id: _id }} onClick={onClose} className={buttonLook()}>
            Open {number}
          </Link>
          <Link to="/reconciliation" search={{ statement: _id }} onClick={onClose} className={buttonLook({ variant: "primary" })}>
            Work through its lines
          </Link>
        </>
      }
    >
      <div className="space-y-2">
        <Note role="status" tone={isRepeated ? "neutral" : "good"} icon={CheckCircle2} title={wordsOf(statement, isRepeated)}>
          {balanced === true && "Its opening balance and its lines make its closing balance."}
          {balanced === false && "Its opening balance and its lines do not make its closing balance."}
          {balanced === null && "The file has not both balances, so they could not be checked."}
        </Note>
        {warnings.map(warning => (
          <Note key={warning} tone="warn" icon={TriangleAlert}>
            {warning}
          </Note>
        ))}
      </div>
    </Dialog>
  )
}

function wordsOf({ number, new: added, known }: Imported["statement"], isRepeated: boolean): string {
  if (isRepeated) return `It is ${number}. Nothing was added.`
  const lines = (n: number) => `${n.toLocaleString()} ${n === 1 ? "line is" : "lines are"}`
  return `${number}: ${lines(added)} new${known > 0 ? `, ${lines(known)} known from an earlier file` : ""}.`
}
