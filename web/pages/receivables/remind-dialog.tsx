import { useQuery, useQueryClient } from "@tanstack/react-query"
import { useState } from "react"
import { call, type Output } from "../../client.ts"
import { ObjectLink } from "../../dashboard/object-link.tsx"
import { money } from "../../lib/money.ts"
import { readAll } from "../../lib/read-all.ts"
import { ago, tenantNow } from "../../lib/time.ts"
import { plural, t, whole } from "../../lib/translate.ts"
import { ContactCell } from "../../resources/contacts/cell.tsx"
import { Button } from "../../ui/button.tsx"
import { Dialog } from "../../ui/dialog.tsx"
import { Skeleton } from "../../ui/empty.tsx"
import { Failure } from "../../ui/failure.tsx"
import { isForReminder, mayBeReminded } from "./rules.ts"

type Payment = Output<"GET /v1/payment-intents">["data"][number]
type Result = { state: "sending" | "sent" } | { state: "failed"; why: string }
type Props = { contacts: readonly string[]; currency: string; lateMoreThan: number; onClose(): void }

/** Shows each late payment of the chosen contacts, sends one reminder for each, and says what became of it. */
export function RemindDialog({ contacts, currency, lateMoreThan, onClose }: Props) {
  const queries = useQueryClient()
  const [results, setResults] = useState<ReadonlyMap<string, Result>>(new Map())
  const [keys] = useState(() => new Map<string, string>())
  const payments = useQuery({
    queryKey: ["payment-intents", "to-remind", contacts, currency, lateMoreThan],
    queryFn: () => readLate({ contacts, currency, lateMoreThan }),
    staleTime: Infinity, // what is previewed is what is sent
    refetchOnMount: "always",
  })
  const rows = payments.data ?? []
  const open = rows.filter(row => mayBeReminded(row, tenantNow()) && results.get(row._id)?.state !== "sent")
  const isSending = [...results.values()].some(({ state }) => state === "sending")
  const sent = [...results.values()].filter(({ state }) => state === "sent").length
  const send = async () => {
    const put = (id: string, result: Result) => setResults(before => new Map([...before, [id, result]]))
    for (const { _id: id } of open) {
      const idempotencyKey = keys.get(id) ?? crypto.randomUUID()
      keys.set(id, idempotencyKey) // trying again repeats the request, so that nobody gets two mails
      put(id, { state: "sending" })
      await call("POST /v1/payment-intents/{id}/remind", {}, { path: { id }, idempotencyKey }).then(
        () => put(id, { state: "sent" }),
        (error: unknown) => put(id, { state: "failed", why: error instanceof Error ? error.message : t`Try again.` }),
      )
    }
    void queries.invalidateQueries({ queryKey: ["payment-intents", "list"] })
  }
  const label = plural(open.length, t`Send 1 reminder`, t`Send ${whole(open.length)} reminders`)
  return (
    <Dialog
      isOpen
      onClose={onClose}
      title={t`Send reminders`}
      description={t`Each payer gets an e-mail with the amount and the payment link, one for each payment.`}
      width="max-w-2xl"
      footer={
        <>
          <p role="status" className="grow text-sm text-fg-2">
            {sent > 0 && t`${whole(sent)} of ${whole(rows.length)} sent`}
          </p>
          <Button onClick={onClose}>{sent > 0 && open.length === 0 ? t`Done` : t`Close`}</Button>
          {open.length > 0 && (
            <Button variant="primary" disabled={isSending} onClick={() => void send()}>
              {isSending ? t`Sending…` : label}
            </Button>
          )}
        </>
      }
    >
      {payments.isError && <Failure error={payments.error} onRetry={() => void payments.refetch()} />}
      {payments.isPending && <Skeleton className="h-32 w-full" />}
      {payments.data && rows.length === 0 && <p className="py-6 text-center text-sm text-fg-3">{t`Nothing of them is late any more.`}</p>}
      <ul className="-mx-5 border-t border-line">
        {rows.map(row => (
          <ReminderRow key={row._id} row={row} result={results.get(row._id)} />
        ))}
      </ul>
    </Dialog>
  )
}

function ReminderRow({ row, result }: { row: Payment; result: Result | undefined }) {
  const isSkipped = !result && !mayBeReminded(row, tenantNow())
  return (
    <li className="flex flex-wrap items-center gap-x-4 gap-y-1 border-b border-line px-5 py-2 text-sm">
      <span className="min-w-0 grow basis-40">
        <ContactCell id={row.contact} isPlain />
      </span>
      <ObjectLink to="payment-intents" id={row._id} className="num text-fg-2 underline underline-offset-2">
        {row.number}
      </ObjectLink>
      <span className="num font-medium">{money(row.due, row.currency)}</span>
      <span className="text-xs text-fg-3">{t`due ${ago(row.dueAt)}`}</span>
      <span className="basis-full text-xs sm:basis-auto sm:text-end">
        {isSkipped && <span className="text-fg-3">{t`Reminded ${ago(row.remindedAt!)}: left out`}</span>}
        {result?.state === "sending" && <span className="text-fg-3">{t`Sending…`}</span>}
        {result?.state === "sent" && <span className="font-medium text-good">{t`Sent`}</span>}
        {result?.state === "failed" && <span className="text-bad">{result.why}</span>}
      </span>
    </li>
  )
}

type Wanted = Omit<Props, "onClose">

/** One contact after the other, so that a long list does not ask for everything at once. */
async function readLate({ contacts, currency, lateMoreThan }: Wanted): Promise<Payment[]> {
  const rows: Payment[] = []
  for (const contact of contacts) {
    const late = await readAll(page => call("GET /v1/payment-intents", { contact, currency, isOverdue: true, ...page }))
    rows.push(...late.filter(row => isForReminder(row, tenantNow(), lateMoreThan)))
  }
  return rows.toSorted((a, b) => (a.dueAt < b.dueAt ? -1 : 1))
}
