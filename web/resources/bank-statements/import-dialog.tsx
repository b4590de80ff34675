import { Link } from "@tanstack/react-router"
import { CheckCircle2, TriangleAlert } from "lucide-react"
import { useState } from "react"
import { statementFormats } from "../../../src/money/bank-lines/values.ts"
import { choicesOf } from "../../dashboard/fields.ts"
import { ownAccountField } from "../../dashboard/own-account-field.ts"
import { UploadDialog } from "../../dashboard/upload-dialog.tsx"
import { type Field, textOf, type Values } from "../../lib/form.ts"
import { useOnce } from "../../lib/once.ts"
import { plural, t, whole } from "../../lib/translate.ts"
import { useUpload } from "../../lib/upload-file.ts"
import { buttonLook } from "../../ui/button.tsx"
import { Dialog } from "../../ui/dialog.tsx"
import { FieldInput } from "../../ui/field.tsx"
import { FilePicker } from "../../ui/file-picker.tsx"
import { Note } from "../../ui/note.tsx"
import type { Draft } from "./csv-roles.ts"
import { CsvProfile } from "./csv-profile.tsx"
import { SendingProgress } from "./import-progress.tsx"
import { importFile, type Imported } from "./import-file.ts"

const formatField: Field = {
  name: "format",
  label: t`Format`,
  kind: "choice",
  choices: choicesOf(statementFormats),
  hint: t`Found out from the file if you choose none`,
}

const maxBytes = 64 * 1024 * 1024

/** Chooses the account and the file, sends the file, and says what has become of it. */
export function ImportDialog({ isOpen, onClose }: { isOpen: boolean; onClose(): void }) {
  return isOpen ? <Open onClose={onClose} /> : null
}

function Open({ onClose }: { onClose(): void }) {
  const [values, setValues] = useState<Values>({})
  const [file, setFile] = useState<File | undefined>(undefined)
  const [errors, setErrors] = useState<{ ownAccount?: string; file?: string }>({})
  const [profile, setProfile] = useState<Draft | undefined>(undefined)
  const [saveProfile, setSaveProfile] = useState(true)
  const [ownAccount, format] = [textOf(values, "ownAccount"), textOf(values, "format")]
  const fields = { ownAccount, format, profile, saveProfile }
  const { sending, share, stop, error } = useUpload(options => importFile(file!, fields, options))
  const once = useOnce()
  const close = () => {
    stop()
    onClose()
  }
  const onSubmit = () => {
    const found = {
      ...(ownAccount === "" && { ownAccount: t`This field is required.` }),
      ...(!file && { file: t`Choose the file.` }),
      ...(file && file.size > maxBytes && { file: t`The file is larger than 64 MiB. Ask your bank for fewer days.` }),
    }
    setErrors(found)
    if (Object.keys(found).length === 0) once(() => sending.mutateAsync())
  }
  const onFile = (next: File) => {
    setFile(next)
    setProfile(undefined)
  }
  const set = (name: string) => (value: Values[string]) => setValues(current => ({ ...current, [name]: value }))
  const hasColumns = file !== undefined && ownAccount !== "" && (format === "csv" || (format === "" && isTable(file)))
  if (sending.data) return <Result imported={sending.data} onClose={onClose} />
  return (
    <UploadDialog
      title={t`Import statement`}
      description={t`The file is imported completely or not at all. Only its bookings are kept, not the file.`}
      width={hasColumns ? "max-w-3xl" : "max-w-xl"}
      verb={t`Import`}
      doing={t`Importing…`}
      isSending={sending.isPending}
      error={error}
      onSubmit={onSubmit}
      onClose={close}
    >
      <FieldInput field={ownAccountField} values={values} error={errors.ownAccount} onChange={set("ownAccount")} />
      <FilePicker
        label={t`File of the bank`}
        file={file}
        hint={t`camt.053, camt.054, MT940, OFX or CSV, up to 64 MiB`}
        error={errors.file}
        onFile={onFile}
      />
      <FieldInput field={formatField} values={values} error={undefined} onChange={set("format")} />
      {hasColumns && <CsvProfile file={file} ownAccount={ownAccount} draft={profile} onDraft={setProfile} />}
      {hasColumns && profile && <SaveProfile isSaved={saveProfile} onChange={setSaveProfile} />}
      {sending.isPending && <SendingProgress share={share} ownAccount={ownAccount} />}
    </UploadDialog>
  )
}

const SaveProfile = ({ isSaved, onChange }: { isSaved: boolean; onChange(isSaved: boolean): void }) => (
  <label className="flex items-center gap-2 text-sm">
    <input type="checkbox" checked={isSaved} onChange={event => onChange(event.target.checked)} className="size-4 accent-accent" />
    {t`Read later CSV files of this account like this`}
  </label>
)

const isTable = ({ name }: File) => /\.(csv|tsv|txt)$/i.test(name)

function Result({ imported: { statement, isRepeated }, onClose }: { imported: Imported; onClose(): void }) {
  const { _id, number, balanced, warnings } = statement
  return (
    <Dialog
      isOpen
      onClose={onClose}
      title={isRepeated ? t`This file was imported before` : t`Statement imported`}
      footer={
        <>
          <Link to="/$resource/$id" params={{ resource: "bank-statements", id: _id }} onClick={onClose} className={buttonLook()}>
            {t`Open ${number}`}
          </Link>
          <Link to="/reconciliation" search={{ statement: _id }} onClick={onClose} className={buttonLook({ variant: "primary" })}>
            {t`Work through its lines`}
          </Link>
        </>
      }
    >
      <div className="space-y-2">
        <Note role="status" tone={isRepeated ? "neutral" : "good"} icon={CheckCircle2} title={wordsOf(statement, isRepeated)}>
          {balanced === true && t`Its opening balance and its lines make its closing balance.`}
          {balanced === false && t`Its opening balance and its lines do not make its closing balance.`}
          {balanced === null && t`The file has not both balances, so they could not be checked.`}
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
  if (isRepeated) return t`It is ${number}. Nothing was added.`
  return [
    plural(added, t`${number}: ${whole(added)} line is new.`, t`${number}: ${whole(added)} lines are new.`),
    known > 0 && plural(known, t`One is known from an earlier file.`, t`${whole(known)} are known from an earlier file.`),
  ]
    .filter(Boolean)
    .join(" ")
}
