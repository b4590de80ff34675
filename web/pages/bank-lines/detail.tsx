import { ArrowLeft, Ban, CopyCheck, Undo2 } from "lucide-react"
import { type RefObject, useEffect, useRef, useState } from "react"
import { usePageKeys } from "../../dashboard/page-keys.ts"
import { Reference } from "../../dashboard/reference.tsx"
import { usePermission } from "../../dashboard/session.tsx"
import { rich } from "../../lib/rich.ts"
import { t } from "../../lib/translate.ts"
import { Button } from "../../ui/button.tsx"
import { ConfirmIdentity, needsConfirmation } from "../../ui/confirm-identity.tsx"
import { Fact, Facts } from "../../ui/facts.tsx"
import { Failure } from "../../ui/failure.tsx"
import { Note } from "../../ui/note.tsx"
import { Status } from "../../ui/status.tsx"
import { CopyId, Money } from "../../ui/value.tsx"
import { Candidates } from "./candidates.tsx"
import { MatchDialog } from "./match-dialog.tsx"
import { NotOurs } from "./not-ours.tsx"
import { Outcome } from "./outcome.tsx"
import { dayOf } from "./line-row.tsx"
import { type BankLine, type Candidate, matchTo, useAllowed, useStep } from "./lines.ts"
import { UndoFile } from "./undo-file.tsx"

type Open = "match" | "not-ours" | "undo-file" | undefined

/** One line: what the bank said, what it may be, and what a person can do with it. */
export function Detail({ line, onBack }: { line: BankLine; onBack(): void }) {
  const pane = useRef<HTMLDivElement>(null)
  const [open, setOpen] = useState<Open>(undefined)
  const allowed = useAllowed(line)
  const mayEdit = usePermission()("transactions.edit")
  const { step, take } = useStep(line)
  const { status, candidates, match } = line
  const isOpen = status === "new" || status === "suggested"
  const choose = (candidate: Candidate) => {
    if (status === "suggested" && candidate === candidates[0]) take("accept")
    else take("match", matchTo(line, candidate))
  }
  const undo = () => (match[0]?.kind === "paymentFile" ? setOpen("undo-file") : take("unmatch"))
  const acceptFirst = () => {
    if (allowed("accept") && candidates[0] && !line.possibleDuplicate) choose(candidates[0])
  }
  useLineKeys(pane, { onAccept: acceptFirst, onNotOurs: () => allowed("ignore") && setOpen("not-ours") })
  const { error, variables } = step
  useEffect(() => {
    if (step.isSuccess) pane.current?.focus() // its button has gone, and the shortcuts continue to work
  }, [step.isSuccess])
  return (
    <article aria-label={t`Line of a bank statement`} className="flex h-full min-h-0 flex-col">
      <div
        ref={pane}
        tabIndex={0}
        role="region"
        aria-label={t`Statement line`}
        data-open-row=""
        className="min-h-0 flex-1 overflow-y-auto px-4 pb-6 sm:px-7"
      >
        <Button variant="ghost" size="sm" className="mt-3 -ms-2 lg:hidden" onClick={onBack}>
          <ArrowLeft className="size-4" aria-hidden /> {t`Bank lines`}
        </Button>
        <Said line={line} />
        <div className="mt-5 space-y-3">
          {isOpen && <Candidates line={line} mayMatch={allowed("match")} isSending={step.isPending} onChoose={choose} />}
          {!isOpen && <Outcome line={line} />}
          {needsConfirmation(error) && variables && <ConfirmIdentity onConfirmed={() => step.mutate(variables)} />}
          {error && !needsConfirmation(error) && <Failure error={error} />}
          <div className="flex flex-wrap gap-2">
            {isOpen && (
              <Button disabled={!allowed("match")} onClick={() => setOpen("match")}>
                <CopyCheck className="size-4 text-fg-3" aria-hidden /> {t`Match by hand`}
              </Button>
            )}
            {isOpen && (
              <Button disabled={!allowed("ignore")} onClick={() => setOpen("not-ours")}>
                <Ban className="size-4 text-fg-3" aria-hidden /> {t`Not ours`}
              </Button>
            )}
            {!isOpen && (
              <Button disabled={!allowed("unmatch") || step.isPending} onClick={undo}>
                <Undo2 className="size-4 text-fg-3" aria-hidden /> {status === "ignored" ? t`Reopen` : t`Undo the match`}
              </Button>
            )}
          </div>
          {!mayEdit && <p className="text-xs text-fg-3">{t`Your role can see bank lines, but not match them.`}</p>}
        </div>
      </div>
      {open === "match" && <MatchDialog line={line} onClose={() => setOpen(undefined)} />}
      {open === "undo-file" && <UndoFile line={line} onClose={() => setOpen(undefined)} />}
      {open === "not-ours" && <NotOurs line={line} onClose={() => setOpen(undefined)} />}
    </article>
  )
}

/** Enter counts only while the line itself has the focus: on a button it is that button's. A key that is held counts once. */
function useLineKeys(pane: RefObject<HTMLElement | null>, keys: { onAccept(): void; onNotOurs(): void }) {
  const unlessElsewhere = (run: () => void) => (event: KeyboardEvent) => {
    if (event.repeat || document.activeElement !== pane.current) return
    event.preventDefault()
    run()
  }
  usePageKeys(
    [
      { keys: ["Enter"], what: t`Accept the first match`, run: unlessElsewhere(keys.onAccept) },
      { keys: ["n"], what: t`Not ours`, run: unlessElsewhere(keys.onNotOurs) },
    ],
    t`While the line has the focus`,
  )
}

/** The line as the bank sent it. */
function Said({ line }: { line: BankLine }) {
  const { amount, currency, counterparty, text, references, status, returnCode, isReversal, possibleDuplicate } = line
  const day = <span className="num">{dayOf(line.bookedAt)}</span>
  return (
    <>
      <header className="pt-3 lg:pt-5">
        <p className="flex flex-wrap items-center gap-2 text-sm text-fg-3">
          <span>{amount < 0 ? rich`Money out, booked on ${day}` : rich`Money in, booked on ${day}`}</span>
          <span className="ms-auto">
            <Status status={status} />
          </span>
        </p>
        <h2 className="mt-1 text-[1.75rem] leading-9 font-semibold tracking-[-0.025em]">
          <Money amount={amount} currency={currency} />
        </h2>
        <p className="text-fg-2 wrap-anywhere">
          <span className="font-medium text-fg">{counterparty.name ?? t`No name`}</span>
          {counterparty.account && <span className="num"> {counterparty.account}</span>}
        </p>
      </header>
      <p className="mt-3 rounded-xl bg-sunken px-4 py-3 text-sm whitespace-pre-wrap shadow-line wrap-anywhere">
        {text || t`The bank sent no text.`}
      </p>
      {(returnCode || isReversal || possibleDuplicate) && (
        <div className="mt-3 space-y-2">
          {(returnCode || isReversal) && (
            <Note tone="warn" icon={Undo2}>
              {returnCode
                ? t`The bank says that a payment came back, with the code ${returnCode}.`
                : t`The bank says that a payment came back.`}
            </Note>
          )}
          {possibleDuplicate && (
            <Note tone="warn" icon={CopyCheck} title={t`This may be a booking that you have already`}>
              {t`A line of another file has the same day and amount. Compare both before you match this one. Enter does not accept it.`}
            </Note>
          )}
        </div>
      )}
      <div className="mt-4">
        <Facts>
          <Fact label={t`Own account`}>
            <Reference to="own-accounts" id={line.ownAccount} />
          </Fact>
          <Fact label={t`Statement`}>
            <Reference to="bank-statements" id={line.statement} />, {t`line ${line.line}`}
          </Fact>
          {Object.entries(references).map(
            ([name, value]) =>
              value && (
                <Fact key={name} label={referenceWords[name] ?? name}>
                  <CopyId label={t`reference`} value={value} />
                </Fact>
              ),
          )}
        </Facts>
      </div>
    </>
  )
}

const referenceWords: Record<string, string> = {
  endToEndId: t`End-to-end id`,
  creditorReference: t`Creditor ref.`,
  bank: t`Bank's ref.`,
  payment: t`Payment's ref.`,
  instruction: t`Instruction`,
  mandate: t`Mandate`,
  paymentInformation: t`Batch`,
}
