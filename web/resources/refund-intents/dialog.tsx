import { useMutation, useQueryClient } from "@tanstack/react-query"
import { useNavigate } from "@tanstack/react-router"
import { type ReactNode, useState } from "react"
import { request } from "../../client.ts"
import { useContactName } from "../../dashboard/reference.tsx"
import { useOpenForm } from "../../lib/interrupted-form.ts"
import { useKeptState } from "../../lib/kept-state.ts"
import { money } from "../../lib/money.ts"
import { useOnce } from "../../lib/once.ts"
import { inSentence, t } from "../../lib/translate.ts"
import { say } from "../../lib/words.ts"
import { Button } from "../../ui/button.tsx"
import { cn } from "../../ui/cn.ts"
import { ConfirmIdentity, needsConfirmation } from "../../ui/confirm-identity.tsx"
import { control } from "../../ui/control.ts"
import { Dialog } from "../../ui/dialog.tsx"
import { Skeleton } from "../../ui/empty.tsx"
import { Failure } from "../../ui/failure.tsx"
import { notify } from "../../ui/toast.tsx"
import { leftOfCharge, partnersGiveBack, refundLines } from "./amounts.ts"
import { AskedNotSent } from "./asked-not-sent.tsx"
import { LineFields } from "./line-fields.tsx"
import { type Charge, useRefundData } from "./data.ts"

type Props = { charges: readonly Charge[]; onClose(): void }

/** Refunds by line: the total is the sum of the lines, and the refundable rest is always visible. */
export function RefundDialog({ charges, onClose }: Props) {
  const [chosen, setChosen] = useState(charges[0]!._id)
  const charge = charges.find(({ _id }) => _id === chosen) ?? charges[0]!
  const data = useRefundData(charge.paymentIntent)
  useOpenForm(`refund ${charges[0]!._id}`)
  const choice = charges.length > 1 && (
    <label className="mb-3 block text-xs font-medium text-fg-2">
      {t`Charge to refund`}
      <select value={chosen} onChange={event => setChosen(event.target.value)} className={cn(control, "mt-1")}>
        {charges.map(each => (
          <option key={each._id} value={each._id}>
            #{each.number}, {inSentence(say(each.method))}, {money(each.amount, each.currency)}
          </option>
        ))}
      </select>
    </label>
  )
  if (!data.data)
    return (
      <Dialog isOpen onClose={onClose} title={t`Refund`}>
        {data.isError ? <Failure error={data.error} onRetry={() => void data.refetch()} /> : <Skeleton className="h-48" />}
      </Dialog>
    )
  return <OpenRefund key={chosen} charge={charge} data={data.data} choice={choice} onClose={onClose} />
}

type OpenProps = { charge: Charge; data: NonNullable<ReturnType<typeof useRefundData>["data"]>; choice: ReactNode; onClose(): void }

function OpenRefund({ charge, data: { payment, refunds, splits, disputes }, choice, onClose }: OpenProps) {
  const { currency } = charge
  const [draft, setDraft, forget] = useKeptState(`draft refund ${charge._id}`, { typed: [] as string[], reason: "" })
  const payer = useContactName(charge.contact)
  const left = leftOfCharge(
    charge,
    refunds,
    disputes.filter(({ transaction }) => transaction === charge._id),
  )
  const lines = refundLines(payment.items, refunds, draft.typed, currency)
  const total = lines.reduce((sum, { amount }) => sum + amount, 0)
  const isPossible = total > 0 && total <= left && lines.every(({ error }) => error === undefined)
  const givenBack = partnersGiveBack(payment, splits, total)
  const send = useRefund(charge, forget, onClose)
  const once = useOnce()
  const giveUp = () => {
    forget()
    onClose()
  }
  const ask = () => {
    const items = lines.flatMap(({ amount }, line) => (amount > 0 ? [{ line, amount }] : []))
    const reason = draft.reason.trim()
    if (isPossible) once(() => send.mutateAsync({ items, ...(reason !== "" && { reason }) }))
  }
  return (
    <Dialog
      isOpen
      onClose={onClose}
      title={t`Refund to ${payer}`}
      description={t`Back by ${inSentence(say(charge.method))}, charge #${charge.number} of ${money(charge.amount, currency)}`}
      footer={
        <>
          <Refundable left={left} total={total} currency={currency} />
          <Button variant="ghost" onClick={giveUp}>
            {t`Cancel`}
          </Button>
          <Button variant="primary" disabled={!isPossible || send.isPending} onClick={ask}>
            {send.isPending ? t`Sending…` : requestOf(money(total, currency), payer)}
          </Button>
        </>
      }
    >
      {choice}
      <div className="overflow-hidden rounded-xl shadow-line">
        <LineFields
          lines={lines}
          left={left - total}
          currency={currency}
          typed={draft.typed}
          onChange={typed => setDraft({ ...draft, typed })}
        />
        <Sums payer={payer} charge={charge} total={total} givenBack={splits.length > 0 ? givenBack : undefined} />
      </div>
      <label className="mt-4 block text-xs font-medium text-fg-2">
        {t`Reason, for whoever decides and for the audit log`}
        <input
          value={draft.reason}
          maxLength={500}
          onChange={event => setDraft({ ...draft, reason: event.target.value })}
          className={cn(control, "mt-1")}
        />
      </label>
      <div className="mt-4 space-y-3">
        <AskedNotSent charge={charge} />
        {needsConfirmation(send.error) && <ConfirmIdentity onConfirmed={ask} />}
        {send.isError && !needsConfirmation(send.error) && <Failure error={send.error} />}
      </div>
    </Dialog>
  )
}

/** With the first name, if it fits on one line. */
const requestOf = (amount: string, payer: string) => {
  const [first = ""] = payer.split(" ")
  return first.length <= 20 ? t`Request refund of ${amount} to ${first}` : t`Request refund of ${amount}`
}

/** The text beside the button: the amount that stays refundable, or that the refund is too large. */
const Refundable = ({ left, total, currency }: { left: number; total: number; currency: string }) => (
  <p className="num me-auto text-xs text-fg-3" role="status">
    {total > left ? (
      <span className="text-bad">{t`This charge has ${money(left, currency)} left`}</span>
    ) : total === 0 ? (
      t`${money(left, currency)} can go back`
    ) : (
      t`${money(left - total, currency)} stays refundable`
    )}
  </p>
)

/** The key is created when the form opens, so that a double click makes one refund. */
function useRefund(charge: Charge, forget: () => void, onClose: () => void) {
  const [key] = useState(() => crypto.randomUUID())
  const queries = useQueryClient()
  const navigate = useNavigate()
  return useMutation({
    mutationFn: (input: object) =>
      request("POST /v1/refund-intents/create", { transaction: charge._id, ...input }, { idempotencyKey: key }) as Promise<{ _id: string }>,
    onSuccess({ _id }) {
      forget()
      notify(t`Refund requested`, t`No money moves until it is released.`)
      void queries.invalidateQueries()
      onClose()
      void navigate({ to: `/refunds/${_id}` })
    },
  })
}

type SumsProps = {
  payer: string
  charge: Charge
  total: number
  /** Undefined if no partner has a share. */ givenBack: number | undefined
}

const Sums = ({ payer, charge: { currency, fee }, total, givenBack }: SumsProps) => (
  <dl className="space-y-1 bg-sunken px-3.5 py-3">
    <Sum label={t`${payer} gets back`} value={money(total, currency)} isStrong />
    {givenBack !== undefined && <Sum label={t`Partners give back, from their next earnings`} value={money(-givenBack, currency)} />}
    {fee > 0 && <Sum label={t`The gateway keeps its fee of the charge`} value={money(fee, currency)} />}
    <Sum label={t`Total from your balance`} value={money(total - (givenBack ?? 0), currency)} />
  </dl>
)

const Sum = ({ label, value, isStrong }: { label: string; value: string; isStrong?: boolean }) => (
  <div className={cn("num flex gap-4", isStrong ? "text-sm font-medium" : "text-xs text-fg-3")}>
    <dt className="min-w-0">{label}</dt>
    <dd className="ms-auto whitespace-nowrap">{value}</dd>
  </div>
)
