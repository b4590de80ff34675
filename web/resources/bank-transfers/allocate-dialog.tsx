import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query"
import { Search } from "lucide-react"
import { useDeferredValue, useState } from "react"
import { call, type Output, request } from "../../client.ts"
import { Reference } from "../../dashboard/reference.tsx"
import { money } from "../../lib/money.ts"
import { useOnce } from "../../lib/once.ts"
import { rich } from "../../lib/rich.ts"
import { t } from "../../lib/translate.ts"
import { Button } from "../../ui/button.tsx"
import { cn } from "../../ui/cn.ts"
import { control } from "../../ui/control.ts"
import { Dialog } from "../../ui/dialog.tsx"
import { Skeleton } from "../../ui/empty.tsx"
import { Failure } from "../../ui/failure.tsx"
import { notify } from "../../ui/toast.tsx"
import { When } from "../../ui/value.tsx"
import { filtersFor } from "../../dashboard/list-search.ts"
import { payments as paymentResource } from "../payment-intents/resource.tsx"
import { effectOf, numberIn } from "./allocate-effect.ts"

export type BankTransfer = Output<"GET /v1/bank-transfers/{id}">
type Payment = Output<"GET /v1/payment-intents">["data"][number]

/** The payments that a transfer may pay, and the effect of each choice. */
export function AllocateDialog({ transfer, onClose }: { transfer: BankTransfer; onClose(): void }) {
  const [text, setText] = useState("")
  const [chosen, setChosen] = useState<Payment | undefined>(undefined)
  const payments = usePayments(transfer, useDeferredValue(text.trim()))
  const allocate = useAllocate(transfer, onClose)
  const once = useOnce()
  return (
    <Dialog
      isOpen
      onClose={onClose}
      title={t`Allocate ${money(transfer.amount, transfer.currency)}`}
      description={t`The payer wrote “${transfer.reference}”. The money has arrived; choose the payment that it pays.`}
      footer={
        <>
          <p className="me-auto text-xs text-fg-2" role="status">
            {chosen ? effectOf(transfer, chosen) : t`Choose a payment`}
          </p>
          <Button variant="ghost" onClick={onClose}>
            {t`Cancel`}
          </Button>
          <Button
            variant="primary"
            disabled={!chosen || allocate.isPending}
            onClick={() => chosen && once(() => allocate.mutateAsync(chosen))}
          >
            {allocate.isPending ? t`Sending…` : t`Allocate ${money(transfer.amount, transfer.currency)}`}
          </Button>
        </>
      }
    >
      <label className="relative block">
        <Search className="pointer-events-none absolute top-2.5 start-2.5 size-4 text-fg-3 sm:top-2" aria-hidden />
        <span className="sr-only">{t`Find a payment by name, e-mail or number`}</span>
        <input
          type="search"
          value={text}
          placeholder={t`Name, e-mail or number`}
          onChange={event => setText(event.target.value)}
          className={cn(control, "bg-sunken ps-8")}
        />
      </label>
      <p className="mt-3 mb-1 text-xs text-fg-3">
        {text.trim() === "" ? t`Open payments in ${transfer.currency}: those of this amount first, then by due date` : t`Found`}
      </p>
      {payments.isError && <Failure error={payments.error} onRetry={() => void payments.refetch()} />}
      {payments.isPending && <Skeleton className="h-32" />}
      {payments.data?.length === 0 && (
        <p className="py-8 text-center text-sm text-fg-3">
          {t`No payment in ${transfer.currency} was found. Try its number, such as PI-000123.`}
        </p>
      )}
      <ul className="space-y-1">
        {payments.data?.map(payment => (
          <li key={payment._id}>
            <Candidate payment={payment} transfer={transfer} isChosen={chosen?._id === payment._id} onChoose={() => setChosen(payment)} />
          </li>
        ))}
      </ul>
      {allocate.isError && (
        <div className="mt-3">
          <Failure error={allocate.error} />
        </div>
      )}
    </Dialog>
  )
}

type CandidateProps = { payment: Payment; transfer: BankTransfer; isChosen: boolean; onChoose(): void }

function Candidate({ payment, transfer, isChosen, onChoose }: CandidateProps) {
  return (
    <label
      className={cn(
        "flex cursor-pointer items-center gap-3 rounded-lg px-3 py-2 text-sm",
        isChosen ? "bg-accent-soft" : "shadow-line hover:bg-hover",
      )}
    >
      <input type="radio" name="payment" checked={isChosen} onChange={onChoose} className="size-4 shrink-0 accent-accent" />
      <span className="min-w-0 flex-1">
        <span className="block truncate font-medium">
          <Reference to="contacts" id={payment.contact} isPlain />
        </span>
        <span className="block truncate text-xs text-fg-3">
          {payment.number} · {rich`due ${<When at={payment.dueAt} />}`}
        </span>
      </span>
      <span className="num shrink-0 text-end">
        <span className="block font-medium">{money(payment.due, payment.currency)}</span>
        <span className="block text-xs text-fg-3">{payment.due === transfer.amount ? t`the same amount` : t`left to pay`}</span>
      </span>
    </label>
  )
}

/**
 * The payments that the transfer may pay: those that match the typed text; else the one in its reference, those of exactly its amount, and
 * the next due ones.
 */
function usePayments(transfer: BankTransfer, text: string) {
  const open = { currency: transfer.currency, "status[in]": "due,overdue,paid-partial", "intentType[ne]": "payment-plan" }
  const find = async (query: object) => (await call("GET /v1/payment-intents", query)).data
  const named = numberIn(transfer.reference)
  return useQuery({
    queryKey: ["payment-intents", "to allocate", transfer._id, text],
    queryFn: async () => {
      if (text !== "") return find({ currency: transfer.currency, ...(await filtersFor(paymentResource, text)).filters, limit: 10 })
      const found = await Promise.all([
        named ? find({ currency: transfer.currency, number: named, limit: 1 }) : [],
        find({ ...open, due: transfer.amount, limit: 10 }),
        find({ ...open, sort: "dueAt", limit: 10 }),
      ])
      return [...new Map(found.flat().map(payment => [payment._id, payment])).values()].slice(0, 10)
    },
  })
}

/** The key is created when the dialog opens, so that a double click allocates once. */
function useAllocate(transfer: BankTransfer, onClose: () => void) {
  const [key] = useState(() => crypto.randomUUID())
  const queries = useQueryClient()
  return useMutation({
    mutationFn: (payment: Payment) =>
      request(
        "POST /v1/bank-transfers/{id}/allocate",
        { paymentIntent: payment._id },
        { path: { id: transfer._id }, idempotencyKey: `${key} ${payment._id}` },
      ),
    onSuccess(_, payment) {
      notify(t`${money(transfer.amount, transfer.currency)} allocated`, effectOf(transfer, payment))
      void queries.invalidateQueries()
      onClose()
    },
  })
}
