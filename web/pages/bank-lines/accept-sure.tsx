import { useQueryClient } from "@tanstack/react-query"
import { CheckCheck } from "lucide-react"
import { useRef, useState } from "react"
import { ApiError } from "../../client.ts"
import { money } from "../../lib/money.ts"
import { plural, t, whole } from "../../lib/translate.ts"
import { Button } from "../../ui/button.tsx"
import { ConfirmIdentity, needsConfirmation } from "../../ui/confirm-identity.tsx"
import { Dialog } from "../../ui/dialog.tsx"
import { type BankLine, isSure, takeStep } from "./lines.ts"

/** Accepts the loaded lines whose evidence is sure: one request for each, so that one that is refused stops no other. */
export function AcceptSure({ lines }: { lines: readonly BankLine[] }) {
  const [chosen, setChosen] = useState<readonly BankLine[] | undefined>(undefined)
  const sure = lines.filter(isSure)
  return (
    <>
      {sure.length > 0 && (
        <div className="border-b border-line px-4 py-2">
          <Button size="sm" onClick={() => setChosen(sure)}>
            <CheckCheck className="size-3.5 text-fg-3" aria-hidden /> {question(sure.length)}…
          </Button>
        </div>
      )}
      {chosen && <SureDialog lines={chosen} onClose={() => setChosen(undefined)} />}
    </>
  )
}

const question = (count: number) => plural(count, t`Accept ${whole(count)} certain match`, t`Accept ${whole(count)} certain matches`)

type Result = "matched" | ApiError

function SureDialog({ lines, onClose }: { lines: readonly BankLine[]; onClose(): void }) {
  const { results, isRunning, isUnconfirmed, run } = useRun(lines)
  const done = lines.filter(({ _id }) => results[_id] === "matched").length
  const isStarted = isRunning || Object.keys(results).length > 0
  return (
    <Dialog
      isOpen
      onClose={onClose}
      title={question(lines.length)}
      description={t`Each line is matched to its first candidate, which no other comes close to. You can undo each match.`}
      footer={
        <>
          <p role="status" className="me-auto text-xs text-fg-2">
            {isStarted && t`${whole(done)} of ${whole(lines.length)} matched`}
          </p>
          <Button variant="ghost" onClick={onClose}>
            {isStarted ? t`Close` : t`Cancel`}
          </Button>
          {!(isStarted && !isRunning && !isUnconfirmed) && (
            <Button variant="primary" disabled={isRunning || isUnconfirmed} onClick={() => void run()}>
              {isRunning ? t`Matching…` : t`Accept ${whole(lines.length)}`}
            </Button>
          )}
        </>
      }
    >
      {isUnconfirmed && <ConfirmIdentity onConfirmed={() => void run()} />}
      <ul className="mt-2 divide-y divide-line text-sm">
        {lines.map(line => (
          <SureLine key={line._id} line={line} result={results[line._id]} />
        ))}
      </ul>
    </Dialog>
  )
}

function SureLine({ line: { amount, currency, counterparty, candidates }, result }: { line: BankLine; result: Result | undefined }) {
  const [first] = candidates
  return (
    <li className="flex flex-wrap items-baseline gap-x-3 py-2">
      <span className="num font-medium">{money(amount, currency)}</span>
      <span className="min-w-0 flex-1 basis-40 wrap-anywhere">
        {counterparty.name} → {first?.label}
        <span className="block text-xs text-fg-2">{first?.evidence}</span>
      </span>
      {result === "matched" && <span className="text-good">{t`Matched`}</span>}
      {result instanceof ApiError && <span className="basis-full text-xs text-bad">{t`Not matched: ${result.message}`}</span>}
    </li>
  )
}

/** Stops where the service wants to know that it is still this person, and continues there. */
function useRun(lines: readonly BankLine[]) {
  const queries = useQueryClient()
  const isBusy = useRef(false)
  const [results, setResults] = useState<Record<string, Result>>({})
  const [state, setState] = useState<"idle" | "running" | "unconfirmed">("idle")
  const run = async () => {
    if (isBusy.current) return
    isBusy.current = true
    setState("running")
    const after = await acceptEach(
      lines.filter(({ _id }) => results[_id] === undefined),
      (id, result) => setResults(current => ({ ...current, [id]: result })),
    )
    isBusy.current = false
    setState(after)
    await queries.invalidateQueries()
  }
  return { results, isRunning: state === "running", isUnconfirmed: state === "unconfirmed", run }
}

async function acceptEach(lines: readonly BankLine[], onResult: (id: string, result: Result) => void): Promise<"idle" | "unconfirmed"> {
  for (const { _id } of lines) {
    const result = await takeStep(_id, { action: "accept", input: {}, key: crypto.randomUUID() }).then(
      () => "matched" as const,
      (error: unknown) => (error instanceof ApiError ? error : new ApiError(0, { code: "offline", message: String(error) })),
    )
    if (needsConfirmation(result)) return "unconfirmed"
    onResult(_id, result)
  }
  return "idle"
}
