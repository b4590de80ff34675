import { Ban, Check } from "lucide-react"
import { type FormEvent, useEffect, useId, useRef, useState } from "react"
import { type BulkItem, type BulkRun, countOf } from "../lib/bulk.ts"
import { appliedFields, initialValues, toInput, type FieldErrors } from "../lib/form.ts"
import { money } from "../lib/money.ts"
import { inSentence, listOf, plural, t, whole } from "../lib/translate.ts"
import { Button } from "../ui/button.tsx"
import { ConfirmIdentity, needsConfirmation } from "../ui/confirm-identity.tsx"
import { Dialog } from "../ui/dialog.tsx"
import { Skeleton } from "../ui/empty.tsx"
import { Failure } from "../ui/failure.tsx"
import { FieldInput } from "../ui/field.tsx"
import { useBulkRun } from "./bulk-run.ts"
import { type BulkVerb, titleOf, usePreview } from "./bulk-verbs.ts"
import { type Resource, type Row, rowName } from "./resource.ts"

type Props = { resource: Resource; verb: BulkVerb; rows: readonly Row[]; onClose(wasSent?: boolean): void }

/** Shows for which objects a verb is possible and what it will do, and then becomes the run. */
export function BulkDialog({ resource, verb, rows, onClose }: Props) {
  const [begun, setBegun] = useState<BulkRun | undefined>(undefined)
  return begun ? (
    <RunDialog path={resource.path} begun={begun} isFresh onClose={() => onClose(true)} />
  ) : (
    <Preview resource={resource} verb={verb} rows={rows} onClose={onClose} onBegin={setBegun} />
  )
}

function Preview({ resource, verb, rows, onClose, onBegin }: Props & { onBegin(run: BulkRun): void }) {
  const formId = useId()
  const { form } = verb
  const fields = form.fields ?? []
  const preview = usePreview(verb, rows)
  const possible = rows.filter(({ _id }) => preview.data && !preview.data.has(_id))
  const [values, setValues] = useState(() => initialValues(fields))
  const [errors, setErrors] = useState<FieldErrors>({})
  const about = form.about?.length === 0 ? form.about(rows[0]!) : undefined // one that takes a row is about that row only
  const begin = (event: FormEvent) => {
    event.preventDefault()
    const converted = toInput(fields, values)
    setErrors(converted.errors)
    if (Object.keys(converted.errors).length > 0 || possible.length === 0) return
    const items = possible.map(row => ({
      id: row._id,
      target: verb.targetOf(row),
      name: rowName(resource, row),
      input: form.toInput?.(converted.input, row) ?? converted.input,
      key: crypto.randomUUID(),
      state: "waiting" as const,
    }))
    onBegin({ label: titleOf(verb, counted(resource, possible.length)), route: verb.route, items })
  }
  return (
    <Dialog
      isOpen
      onClose={() => onClose()}
      title={titleOf(verb, counted(resource, rows.length))}
      description={t`One request for each. One that is refused stops no other.`}
      width="max-w-2xl"
      footer={
        <>
          <Button variant="ghost" onClick={() => onClose()}>
            {verb.id === "cancel" ? t`Keep them` : t`Cancel`}
          </Button>
          <Button type="submit" form={formId} variant={form.isDanger ? "danger" : "primary"} disabled={possible.length === 0}>
            {titleOf(verb, preview.data ? counted(resource, possible.length) : "…")}
            {sumsOf(possible)}
          </Button>
        </>
      }
    >
      {about && <p className="pb-2 text-sm text-fg-2">{about}</p>}
      <form id={formId} noValidate onSubmit={begin} className="grid gap-4 pt-1">
        {appliedFields(fields, values).map(field => (
          <FieldInput
            key={field.name}
            field={field}
            values={values}
            error={errors[field.name]}
            onChange={value => setValues({ ...values, [field.name]: value })}
          />
        ))}
      </form>
      {preview.isError && <Failure error={preview.error} onRetry={() => void preview.refetch()} />}
      <PreviewRows resource={resource} rows={rows} refusals={preview.data} />
    </Dialog>
  )
}

type RowsProps = { resource: Resource; rows: readonly Row[]; refusals: ReadonlyMap<string, string> | undefined }

/** Which rows the verb is possible for, and why not for the others. */
const PreviewRows = ({ resource, rows, refusals }: RowsProps) => (
  <ul className="-mx-5 mt-3 border-t border-line" aria-busy={!refusals}>
    {rows.map(row => {
      const refusal = refusals?.get(row._id)
      return (
        <li key={row._id} className="flex flex-wrap items-baseline gap-x-4 gap-y-0.5 border-b border-line px-5 py-2 text-sm">
          <span className="min-w-0 grow basis-40 truncate font-medium">{rowName(resource, row)}</span>
          <span className="num text-fg-2">{amountOf(row)}</span>
          <span className="basis-full text-xs sm:basis-56 sm:text-end">
            {!refusals && <Skeleton className="ms-auto w-24" />}
            {refusals && !refusal && <span className="text-fg-2">{t`Possible`}</span>}
            {refusal && <span className="text-fg-3">{t`Left out: ${refusal}`}</span>}
          </span>
        </li>
      )
    })}
  </ul>
)

const counted = ({ noun, title }: Resource, count: number) =>
  plural(count, `${whole(count)} ${noun}`, `${whole(count)} ${inSentence(title)}`)

type WithAmount = Row & { amount?: unknown; currency?: unknown }
const amountIn = ({ amount, currency }: WithAmount) =>
  typeof amount === "number" && typeof currency === "string" ? ([currency, amount] as const) : undefined

function amountOf(row: Row): string {
  const found = amountIn(row)
  return found ? money(found[1], found[0]) : ""
}

/** ": €1,200.00 and R$80.00", so that the button says how much money it is about. */
function sumsOf(rows: readonly Row[]): string {
  const sums = new Map<string, number>()
  for (const [currency, amount] of rows.map(amountIn).filter(found => found !== undefined))
    sums.set(currency, (sums.get(currency) ?? 0) + amount)
  const texts = [...sums].map(([currency, sum]) => (Number.isSafeInteger(sum) ? money(sum, currency) : currency))
  return texts.length > 0 && texts.length <= 3 ? `: ${listOf(texts)}` : ""
}

type RunProps = { path: string; begun: BulkRun; isFresh?: boolean; onClose(): void }

/** The progress and the result of each object. A run that was left can go on here: what was done is not sent again. */
export function RunDialog({ path, begun, isFresh = false, onClose }: RunProps) {
  const { run = begun, start, isRunning, stop, onStop } = useBulkRun(path, isFresh ? undefined : begun)
  const isStarted = useRef(!isFresh)
  useEffect(() => {
    if (isStarted.current) return
    isStarted.current = true
    void start(begun)
  })
  const total = run.items.length
  const [done, failed] = [countOf(run, "done"), countOf(run, "failed")]
  const left = total - done
  const close = () => {
    onStop()
    onClose()
  }
  return (
    <Dialog
      isOpen
      onClose={close}
      title={run.label}
      width="max-w-2xl"
      footer={
        <>
          <p role="status" className="grow text-sm text-fg-2">
            {t`${done} of ${total} done`}
            {failed > 0 && `, ${plural(failed, t`1 failed`, t`${failed} failed`)}`}
          </p>
          {isRunning ? (
            <Button onClick={onStop}>
              <Ban className="size-3.5 text-fg-3" aria-hidden /> {t`Stop`}
            </Button>
          ) : (
            <Button onClick={close}>{left === 0 ? t`Done` : t`Close`}</Button>
          )}
          {!isRunning && left > 0 && !needsConfirmation(stop) && (
            <Button variant="primary" onClick={() => void start(run)}>
              {failed === left ? t`Try ${left} again` : t`Go on with ${left}`}
            </Button>
          )}
        </>
      }
    >
      <progress max={total} value={done + failed} aria-label={run.label} className="h-1.5 w-full accent-accent" />
      {needsConfirmation(stop) && !isRunning && <ConfirmIdentity onConfirmed={() => void start(run)} />}
      {stop && !needsConfirmation(stop) && !isRunning && (
        <p role="alert" className="py-2 text-sm text-bad">
          {stop.message}
        </p>
      )}
      <ul className="-mx-5 mt-3 border-t border-line">
        {run.items.map(item => (
          <li key={item.id} className="flex flex-wrap items-baseline gap-x-4 gap-y-0.5 border-b border-line px-5 py-2 text-sm">
            <span className="min-w-0 grow basis-40 truncate font-medium">{item.name}</span>
            <Result item={item} isRunning={isRunning} />
          </li>
        ))}
      </ul>
    </Dialog>
  )
}

function Result({ item: { state, why }, isRunning }: { item: BulkItem; isRunning: boolean }) {
  if (state === "done")
    return (
      <span className="inline-flex items-center gap-1 text-xs font-medium text-good">
        <Check className="size-3.5" aria-hidden /> {t`Done`}
      </span>
    )
  if (state === "failed") return <span className="basis-full text-xs text-bad sm:basis-72 sm:text-end">{why}</span>
  return <span className="text-xs text-fg-3">{state === "running" ? t`Sending…` : isRunning ? t`Waiting` : t`Not sent`}</span>
}
