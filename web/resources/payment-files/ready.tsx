import { useQuery } from "@tanstack/react-query"
import { call, type Output } from "../../client.ts"
import { type FormHelp, textOf } from "../../lib/form.ts"
import { isId } from "../../lib/is-id.ts"
import { money } from "../../lib/money.ts"
import { Button } from "../../ui/button.tsx"

type Ready = Output<"GET /v1/payment-files/ready">
type Payment = Ready["payments"][number]

/** In the form of a file: what it will say about each payout, to leave some out, and the earliest date. */
export function ReadyPayments({ values, fill }: FormHelp) {
  const ownAccount = textOf(values, "ownAccount")
  const typed = textOf(values, "executionDate")
  const executionDate = /^\d{4}-\d{2}-\d{2}$/.test(typed) ? typed : undefined
  const ready = useQuery({
    queryKey: ["payment-files", "ready", ownAccount, executionDate],
    queryFn: () => call("GET /v1/payment-files/ready", { ownAccount, ...(executionDate && { executionDate }) }),
    enabled: isId(ownAccount),
  })
  if (!isId(ownAccount)) return null
  if (ready.isError) return <p className="text-sm text-bad">{ready.error.message}</p>
  if (!ready.data) return null
  return <Found ready={ready.data} isDated={executionDate !== undefined} values={values} fill={fill} />
}

function Found({ ready, isDated, values, fill }: FormHelp & { ready: Ready; isDated: boolean }) {
  const named = textOf(values, "payouts").split(/\s+/).filter(Boolean)
  const fit = ready.payments.filter(({ problem }) => problem === null)
  const isChosen = ({ number }: Payment) => named.length === 0 || named.includes(number)
  const chosen = fit.filter(isChosen)
  const toggle = (payment: Payment) => {
    const next = fit.filter(each => (each === payment ? !isChosen(each) : isChosen(each)))
    fill({ payouts: next.length === fit.length ? "" : next.map(({ number }) => number).join("\n") })
  }
  const total = chosen.reduce((sum, { amount }) => sum + amount, 0)
  return (
    <div className="text-sm">
      {!isDated && (
        <Button size="sm" onClick={() => fill({ executionDate: ready.earliestDate })}>
          Earliest date: <span className="num">{ready.earliestDate}</span>
        </Button>
      )}
      {ready.dateProblem && (
        <p className="text-bad">
          Not on this date: {ready.dateProblem}. The earliest is {ready.earliestDate}.
        </p>
      )}
      <p className="mt-2 font-medium">
        {fit.length === 0
          ? `No payout in ${ready.currency} is ready.`
          : `${chosen.length} of ${fit.length} payouts, ${money(total, ready.currency)}`}
      </p>
      <ul className="mt-1 max-h-72 divide-y divide-line overflow-y-auto rounded-lg border border-line empty:hidden">
        {ready.payments.map(payment => (
          <li key={payment.payout}>
            <Line payment={payment} currency={ready.currency} isChosen={isChosen(payment)} onToggle={() => toggle(payment)} />
          </li>
        ))}
      </ul>
      {ready.hasMore && <p className="mt-1 text-xs text-fg-3">More payouts wait than one file holds. Make another file after this one.</p>}
    </div>
  )
}

type LineProps = { payment: Payment; currency: string; isChosen: boolean; onToggle(): void }

/** The name as the file says it, and the one that it replaces. */
function Line({ payment, currency, isChosen, onToggle }: LineProps) {
  const { number, holder, name, account, amount, problem } = payment
  return (
    <label className="flex items-start gap-3 px-3 py-2">
      <input
        type="checkbox"
        checked={problem === null && isChosen}
        disabled={problem !== null}
        onChange={onToggle}
        className="mt-0.5 size-4 accent-accent"
      />
      <span className="min-w-0 flex-1">
        <span className="block truncate font-medium">{name || holder}</span>
        {name !== "" && name !== holder && <span className="block truncate text-xs text-fg-3">instead of {holder}</span>}
        <span className="num block truncate text-xs text-fg-3">
          {number} · {account}
        </span>
        {problem !== null && <span className="block text-xs text-bad">Not in the file: {problem}.</span>}
      </span>
      <span className="num shrink-0">{money(amount, currency)}</span>
    </label>
  )
}
