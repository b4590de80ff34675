import { useMutation, useQueryClient } from "@tanstack/react-query"
import { X } from "lucide-react"
import { type FormEvent, useId, useState } from "react"
import { amountText, money, parseMoney } from "../../lib/money.ts"
import { useOnce } from "../../lib/once.ts"
import { t } from "../../lib/translate.ts"
import { AmountInput } from "../../ui/amount-input.tsx"
import { Button } from "../../ui/button.tsx"
import { cn } from "../../ui/cn.ts"
import { ConfirmIdentity, needsConfirmation } from "../../ui/confirm-identity.tsx"
import { control } from "../../ui/control.ts"
import { Dialog } from "../../ui/dialog.tsx"
import { Failure } from "../../ui/failure.tsx"
import { notify } from "../../ui/toast.tsx"
import { type BankLine, takeStep } from "./lines.ts"
import { type Found, SearchPayments } from "./search-payments.tsx"

/** What gets a part of the line; the amount as it is typed. */
type Part = { object: string; label: string; amount: string }

/** Matches a line to what a person names: one object, or several payments that share it. */
export function MatchDialog({ line, onClose }: { line: BankLine; onClose(): void }) {
  const formId = useId()
  const [parts, setParts] = useState<Part[]>([])
  const [charges, setCharges] = useState("")
  const { currency } = line
  const sums = sumsOf(line, parts, charges)
  const match = useMatch(line, onClose)
  const once = useOnce()
  const input = () => ({
    to: parts.map(({ object, amount }) => ({ object, amount: parseMoney(amount, currency) })),
    charges: parseMoney(charges || "0", currency),
  })
  const onSubmit = (event: FormEvent) => {
    event.preventDefault()
    if (sums.left === 0) once(() => match.mutateAsync(input()))
  }
  const add = ({ object, label, due }: Found) => {
    if (parts.some(part => part.object === object)) return
    const rest = sums.left ?? 0
    const amount = Math.max(0, due === undefined ? rest : Math.min(due, rest))
    setParts([...parts, { object, label, amount: amount === 0 ? "" : amountText(amount, currency) }])
  }
  return (
    <Dialog
      isOpen
      onClose={onClose}
      title={t`What is ${money(line.amount, currency)}?`}
      description={[line.counterparty.name, line.text].filter(Boolean).join(" · ").slice(0, 200)}
      footer={
        <>
          <p role="status" className="num me-auto text-xs text-fg-2">
            {wordsOf(sums.left, currency)}
          </p>
          <Button variant="ghost" onClick={onClose}>
            {t`Cancel`}
          </Button>
          <Button type="submit" form={formId} variant="primary" disabled={sums.left !== 0 || parts.length === 0 || match.isPending}>
            {match.isPending ? t`Sending…` : t`Match ${money(Math.abs(line.amount), currency)}`}
          </Button>
        </>
      }
    >
      <form id={formId} noValidate onSubmit={onSubmit} className="space-y-4">
        <SearchPayments line={line} onAdd={add} />
        {parts.length > 0 && <Parts parts={parts} onChange={setParts} />}
        <label className="block">
          <span className="mb-1 block text-xs font-medium text-fg-2">
            {t`Bank fee`} <span className="font-normal text-fg-3">{t`optional, in ${currency}`}</span>
          </span>
          <AmountInput currency={currency} value={charges} onChange={setCharges} className={cn(control, "num max-w-40")} />
        </label>
        {needsConfirmation(match.error) && match.variables && <ConfirmIdentity onConfirmed={() => match.mutate(match.variables)} />}
        {match.error && !needsConfirmation(match.error) && <Failure error={match.error} />}
      </form>
    </Dialog>
  )
}

const Parts = ({ parts, onChange }: { parts: Part[]; onChange(parts: Part[]): void }) => (
  <ul aria-label={t`Matched to`} className="space-y-2">
    {parts.map(part => (
      <li key={part.object} className="grid grid-cols-[minmax(0,1fr)_8rem_auto] items-center gap-2 text-sm">
        <span className="truncate font-medium">{part.label}</span>
        <input
          aria-label={t`Amount of ${part.label}`}
          inputMode="decimal"
          value={part.amount}
          onChange={event => onChange(parts.map(each => (each === part ? { ...each, amount: event.target.value } : each)))}
          className={cn(control, "num text-end")}
        />
        <Button
          variant="ghost"
          size="icon"
          aria-label={t`Remove ${part.label}`}
          onClick={() => onChange(parts.filter(each => each !== part))}
        >
          <X className="size-4" aria-hidden />
        </Button>
      </li>
    ))}
  </ul>
)

/** What of the line has no part yet; undefined while an amount can't be read. Charges were kept of what came in or taken with what left. */
function sumsOf({ amount, currency }: BankLine, parts: readonly Part[], charges: string): { left: number | undefined } {
  const kept = parseMoney(charges || "0", currency)
  const amounts = parts.map(part => parseMoney(part.amount, currency))
  if (kept === undefined || kept < 0) return { left: undefined }
  const whole = amount > 0 ? amount + kept : -amount - kept
  const left = amounts.reduce(
    (rest, each) => (rest === undefined || each === undefined || each < 1 ? undefined : rest - each),
    whole as number | undefined,
  )
  return { left }
}

function wordsOf(left: number | undefined, currency: string): string {
  if (left === undefined) return t`Write each amount`
  if (left === 0) return t`The parts are the whole line`
  return left > 0 ? t`${money(left, currency)} left` : t`${money(-left, currency)} too much`
}

/** If the connection breaks and a person sends it again, the line is matched already and the service refuses the second. */
function useMatch({ _id }: BankLine, onClose: () => void) {
  const queries = useQueryClient()
  return useMutation({
    mutationFn: (input: object) => takeStep(_id, { action: "match", input, key: crypto.randomUUID() }),
    onSuccess(line) {
      queries.setQueryData(["bank-lines", "object", _id], line)
      void queries.invalidateQueries()
      notify(t`The line is matched`)
      onClose()
    },
  })
}
