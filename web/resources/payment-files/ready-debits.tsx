import { useQuery } from "@tanstack/react-query"
import { call, type Output } from "../../client.ts"
import { type FormHelp, textOf } from "../../lib/form.ts"
import { isId } from "../../lib/is-id.ts"
import { money } from "../../lib/money.ts"
import { Button } from "../../ui/button.tsx"

type Ready = Output<"GET /v1/payment-files/debits-ready">
type Debit = Ready["debits"][number]

/** In the form of a file: what it will say about each debit, to leave some out, and the earliest date. */
export function ReadyDebits({ values, fill }: FormHelp) {
  const ownAccount = textOf(values, "ownAccount")
  const typed = textOf(values, "executionDate")
  const executionDate = /^\d{4}-\d{2}-\d{2}$/.test(typed) ? typed : undefined
  const ready = useQuery({
    queryKey: ["payment-files", "debits-ready", ownAccount, executionDate],
    queryFn: () => call("GET /v1/payment-files/debits-ready", { ownAccount, ...(executionDate && { executionDate }) }),
    enabled: isId(ownAccount),
  })
  if (!isId(ownAccount)) return null
  if (ready.isError) return <p className="text-sm text-bad">{ready.error.message}</p>
  if (!ready.data) return null
  return <Found ready={ready.data} isDated={executionDate !== undefined} values={values} fill={fill} />
}

function Found({ ready, isDated, values, fill }: FormHelp & { ready: Ready; isDated: boolean }) {
  const named = textOf(values, "debits").split(/\s+/).filter(Boolean)
  const fit = ready.debits.filter(({ problem }) => problem === null)
  const isChosen = ({ transaction }: Debit) => named.length === 0 || named.includes(transaction)
  const chosen = fit.filter(isChosen)
  const toggle = (debit: Debit) => {
    const next = fit.filter(each => (each === debit ? !isChosen(each) : isChosen(each)))
    fill({ debits: next.length === fit.length ? "" : next.map(({ transaction }) => transaction).join("\n") })
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
          ? `No debit in ${ready.currency} can be collected on ${ready.executionDate}.`
          : `${chosen.length} of ${fit.length} debits, ${money(total, ready.currency)}`}
      </p>
      <ul className="mt-1 max-h-72 divide-y divide-line overflow-y-auto rounded-lg border border-line empty:hidden">
        {ready.debits.map(debit => (
          <li key={debit.transaction}>
            <Line debit={debit} currency={ready.currency} isChosen={isChosen(debit)} onToggle={() => toggle(debit)} />
          </li>
        ))}
      </ul>
      {ready.hasMore && <p className="mt-1 text-xs text-fg-3">More debits wait than one file holds. Make another file after this one.</p>}
    </div>
  )
}

type LineProps = { debit: Debit; currency: string; isChosen: boolean; onToggle(): void }

/** The name as the file says it, and the one that it replaces. */
function Line({ debit, currency, isChosen, onToggle }: LineProps) {
  const { holder, name, account, amount, remittance, mandate, sequence, problem } = debit
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
          {remittance} · {account}
        </span>
        <span className="num block truncate text-xs text-fg-3">
          {mandate} · {sequence}
        </span>
        {problem !== null && <span className="block text-xs text-bad">Not in the file: {problem}.</span>}
      </span>
      <span className="num shrink-0">{money(amount, currency)}</span>
    </label>
  )
}
