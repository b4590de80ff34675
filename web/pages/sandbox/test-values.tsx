import { t } from "../../lib/translate.ts"
import { Card, CardHead } from "../../ui/card.tsx"
import { useCopy } from "../../ui/value.tsx"

const tokens: [token: string, outcome: string][] = [
  ["tok_success", t`Settles at once`],
  ["tok_success_with_fee", t`Settles, and the gateway keeps a fee`],
  ["tok_declined", t`Declined, GTW-2001`],
  ["tok_insufficient_funds", t`Declined, no funds`],
  ["tok_processing_then_success", t`Settles after 5 seconds of this clock`],
  ["tok_processing_then_failure", t`Fails after 5 seconds of this clock`],
  ["tok_success_then_reversed", t`Settles, then the bank takes it back`],
  ["tok_timeout_but_charged", t`Charges, but does not answer`],
  ["tok_unreachable", t`The gateway can't be reached`],
  ["tok_dispute", t`Settles, then is disputed`],
  ["tok_refund_fails", t`Settles; a refund of it fails`],
  ["tok_authenticate_later", t`Settles; a card saved with it asks for the payer later`],
  ["tok_declined_later", t`Settles; a card saved with it is declined later`],
  ["tok_expires_later", t`Settles; a card saved with it has expired later`],
]
const holders: [holder: string, outcome: string][] = [
  ["Fail Mandate", t`The bank refuses the mandate`],
  ["Decline Debit", t`Every debit by the mandate fails`],
]

/** Test tokens and account holders, by their outcome. */
export function TestValues() {
  return (
    <>
      <Card aria-label={t`Test tokens`} className="pb-3">
        <CardHead title={t`Test tokens`} hint={t`Pay with one of these, by the API or on the payment page`} />
        <Values values={tokens} label={t`Token`} />
      </Card>
      <Card aria-label={t`Test account holders`} className="pb-3">
        <CardHead title={t`Test account holders`} hint={t`The name on a bank account decides the outcome of its mandate`} />
        <Values values={holders} label={t`Name`} />
      </Card>
    </>
  )
}

const Values = ({ values, label }: { values: readonly [string, string][]; label: string }) => (
  <dl className="px-5">
    {values.map(([value, outcome]) => (
      <div key={value} className="border-t border-line py-1.5 leading-tight first:border-t-0">
        <dt className="min-w-0">
          <CopyValue value={value} label={label} />
        </dt>
        <dd className="text-xs text-fg-3">{outcome}</dd>
      </div>
    ))}
  </dl>
)

function CopyValue({ value, label }: { value: string; label: string }) {
  const [, copy] = useCopy(value, label)
  return (
    <button type="button" onClick={copy} className="-mx-1 max-w-full truncate rounded px-1 py-0.5 font-mono text-xs hover:bg-hover">
      <span className="sr-only">{t`Copy`} </span>
      {value}
    </button>
  )
}
