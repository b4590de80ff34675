import { useQuery } from "@tanstack/react-query"
import { call } from "../../client.ts"
import { ObjectLink } from "../../dashboard/object-link.tsx"
import { Reference } from "../../dashboard/reference.tsx"
import { money } from "../../lib/money.ts"
import { t } from "../../lib/translate.ts"
import { Button } from "../../ui/button.tsx"
import { Key } from "../../ui/tabs.tsx"
import { Money } from "../../ui/value.tsx"
import { resourceOf } from "./kinds.ts"
import type { BankLine, Candidate } from "./lines.ts"

type Props = { line: BankLine; mayMatch: boolean; isSending: boolean; onChoose(candidate: Candidate): void }

/** What the line may be, with the reason beside each. */
export function Candidates({ line, mayMatch, isSending, onChoose }: Props) {
  const { candidates, currency } = line
  if (candidates.length === 0)
    return (
      <p className="rounded-xl px-4 py-3 text-sm text-fg-2 shadow-line">
        {t`Nothing that is due or was sent fits this line. Match it by hand, or say that it is not ours.`}
      </p>
    )
  return (
    <section aria-label={t`Suggested matches`}>
      <h3 className="mb-1.5 text-sm font-semibold">{t`Suggested matches`}</h3>
      <ul className="overflow-hidden rounded-xl shadow-line">
        {candidates.map((candidate, index) => (
          <li key={candidate.object} className="flex flex-wrap items-center gap-x-3 gap-y-2 border-b border-line px-4 py-2.5 last:border-0">
            <div className="min-w-0 flex-1 basis-48 text-sm">
              <p className="font-medium">
                <Named candidate={candidate} />
              </p>
              <p className="text-xs text-fg-2 wrap-anywhere">{sentence(candidate.evidence)}</p>
            </div>
            <Money amount={candidate.amount} currency={currency} className="text-sm font-medium" />
            <Button
              variant={index === 0 ? "primary" : "outline"}
              disabled={!mayMatch || isSending}
              onClick={() => onChoose(candidate)}
              aria-label={t`Match ${candidate.label}`}
            >
              {isSending ? t`Sending…` : t`Match`}
              {index === 0 && (
                <span aria-hidden className="max-lg:hidden">
                  <Key>↵</Key>
                </span>
              )}
            </Button>
          </li>
        ))}
      </ul>
    </section>
  )
}

const sentence = (text: string) => `${text.charAt(0).toUpperCase()}${text.slice(1)}`

function Named({ candidate: { kind, object, label } }: { candidate: Candidate }) {
  return (
    <>
      <ObjectLink to={resourceOf[kind]} id={object} className="underline underline-offset-2">
        {kind === "refundIntent" ? t`Refund` : sentence(label)}
      </ObjectLink>
      {kind === "paymentIntent" && <WhoOwes id={object} />}
    </>
  )
}

/** Who was asked for the money, and how much is due. */
function WhoOwes({ id }: { id: string }) {
  const intent = useQuery({
    queryKey: ["payment-intents", "object", id],
    queryFn: () => call("GET /v1/payment-intents/{id}", {}, { path: { id } }),
    staleTime: 30_000,
  })
  if (!intent.data) return null
  return (
    <span className="font-normal text-fg-2">
      {" "}
      <Reference to="contacts" id={intent.data.contact} isPlain />, {t`${money(intent.data.due, intent.data.currency)} due`}
    </span>
  )
}
