import { Ban, CheckCircle2 } from "lucide-react"
import { Reference } from "../../dashboard/reference.tsx"
import { useUserNames } from "../../dashboard/user-names.ts"
import { money } from "../../lib/money.ts"
import { withinSentence } from "../../lib/words.ts"
import { rich } from "../../lib/rich.ts"
import { t } from "../../lib/translate.ts"
import { Note } from "../../ui/note.tsx"
import { Money, When } from "../../ui/value.tsx"
import { resourceOf } from "./kinds.ts"
import type { BankLine } from "./lines.ts"

const effects: Record<BankLine["match"][number]["effect"], string> = {
  paid: t`paid by this line`,
  confirmed: t`confirmed by this line`,
  returned: t`taken back by this line`,
  noted: t`booked before; nothing was booked again`,
}

/** What the line was matched to, who decided, when and why; or why it is not ours. */
export function Outcome({ line }: { line: BankLine }) {
  const nameOf = useUserNames()
  const { status, note, match, currency, charges } = line
  if (status === "ignored")
    return (
      <Note icon={Ban} title={t`Not ours: nothing was booked`}>
        {t`“${note}”`}
      </Note>
    )
  return (
    <section aria-label={t`Matched to`}>
      <h3 className="mb-1.5 flex items-center gap-1.5 text-sm font-semibold">
        <CheckCircle2 className="size-4 text-good" aria-hidden /> {t`Matched`}
      </h3>
      <ul className="overflow-hidden rounded-xl shadow-line">
        {match.map(({ kind, object, amount, evidence, effect, by, at }) => (
          <li key={object} className="flex flex-wrap items-center gap-x-3 gap-y-1 border-b border-line px-4 py-2.5 text-sm last:border-0">
            <div className="min-w-0 flex-1 basis-48">
              <p className="font-medium">
                <Reference to={resourceOf[kind]} id={object} /> <span className="font-normal text-fg-2">{effects[effect]}</span>
              </p>
              <p className="text-xs text-fg-2 wrap-anywhere">
                {rich`By ${withinSentence(nameOf(by))} ${<When at={at} />}, because ${evidence}`}
              </p>
            </div>
            <Money amount={amount} currency={currency} className="font-medium" />
          </li>
        ))}
      </ul>
      {charges > 0 && <p className="mt-1.5 text-xs text-fg-2">{t`Bank fee: ${money(charges, currency)}.`}</p>}
    </section>
  )
}
