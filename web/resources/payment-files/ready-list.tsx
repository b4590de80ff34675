import { type FormHelp, textOf } from "../../lib/form.ts"
import { money } from "../../lib/money.ts"
import { rich } from "../../lib/rich.ts"
import { plural, t, whole } from "../../lib/translate.ts"
import { Button } from "../../ui/button.tsx"

/** A payment that may go into the file: `id` is what the field names it by, and `facts` are shown below its name. */
type Ready = { id: string; holder: string; name: string; amount: number; facts: readonly string[]; problem: string | null }

type Answer = { currency: string; earliestDate: string; dateProblem: string | null; hasMore: boolean }

const words = {
  payouts: {
    chosen: (n: number, all: number) => plural(all, t`${whole(n)} of ${whole(all)} payout`, t`${whole(n)} of ${whole(all)} payouts`),
    more: t`More payouts wait than one file holds. Make another file after this one.`,
  },
  debits: {
    chosen: (n: number, all: number) => plural(all, t`${whole(n)} of ${whole(all)} debit`, t`${whole(n)} of ${whole(all)} debits`),
    more: t`More debits wait than one file holds. Make another file after this one.`,
  },
}

type Props = FormHelp & {
  answer: Answer
  payments: readonly Ready[]
  /** The field with the chosen payments. It is empty if all are chosen. */
  field: keyof typeof words
  /** Said if no payment fits. */
  none: string
}

/** Whether a date was typed, which the service can be asked about. */
export const dateOf = (values: FormHelp["values"]) => /^\d{4}-\d{2}-\d{2}$/.exec(textOf(values, "executionDate"))?.[0]

/** In the form of a file: what it will say about each payment, to leave some out, and the earliest date. */
export function ReadyList({ answer, payments, field, none, values, fill }: Props) {
  const named = textOf(values, field).split(/\s+/).filter(Boolean)
  const fit = payments.filter(({ problem }) => problem === null)
  const isChosen = ({ id }: Ready) => named.length === 0 || named.includes(id)
  const chosen = fit.filter(isChosen)
  const toggle = (payment: Ready) => {
    const next = fit.filter(each => (each === payment ? !isChosen(each) : isChosen(each)))
    fill({ [field]: next.length === fit.length ? "" : next.map(({ id }) => id).join("\n") })
  }
  const total = chosen.reduce((sum, { amount }) => sum + amount, 0)
  return (
    <div className="text-sm">
      {dateOf(values) === undefined && (
        <Button size="sm" onClick={() => fill({ executionDate: answer.earliestDate })}>
          {rich`Earliest date: ${<span className="num">{answer.earliestDate}</span>}`}
        </Button>
      )}
      {answer.dateProblem && (
        <p className="text-bad">{t`Not on this date: ${answer.dateProblem}. The earliest is ${answer.earliestDate}.`}</p>
      )}
      <p className="mt-2 font-medium">
        {fit.length === 0 ? none : `${words[field].chosen(chosen.length, fit.length)}, ${money(total, answer.currency)}`}
      </p>
      <ul className="mt-1 max-h-72 divide-y divide-line overflow-y-auto rounded-lg border border-line empty:hidden">
        {payments.map(payment => (
          <li key={payment.id}>
            <Line payment={payment} currency={answer.currency} isChosen={isChosen(payment)} onToggle={() => toggle(payment)} />
          </li>
        ))}
      </ul>
      {answer.hasMore && <p className="mt-1 text-xs text-fg-3">{words[field].more}</p>}
    </div>
  )
}

type LineProps = { payment: Ready; currency: string; isChosen: boolean; onToggle(): void }

/** The name as the file says it, and the one that it replaces. */
function Line({ payment, currency, isChosen, onToggle }: LineProps) {
  const { holder, name, facts, amount, problem } = payment
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
        {name !== "" && name !== holder && <span className="block truncate text-xs text-fg-3">{t`instead of ${holder}`}</span>}
        {facts.map(fact => (
          <span key={fact} className="num block truncate text-xs text-fg-3">
            {fact}
          </span>
        ))}
        {problem !== null && <span className="block text-xs text-bad">{t`Not in the file: ${problem}.`}</span>}
      </span>
      <span className="num shrink-0">{money(amount, currency)}</span>
    </label>
  )
}
