import { useMutation, useQueryClient } from "@tanstack/react-query"
import { type MouseEvent, type ReactNode, type RefObject, useEffect, useRef, useState } from "react"
import { ApiError, call, isUnreachable } from "../../client.ts"
import { useKeptState } from "../../lib/kept-state.ts"
import { modKey } from "../../lib/mod-key.ts"
import { isShortcut } from "../../lib/shortcut.ts"
import { t } from "../../lib/translate.ts"
import { useShownKeys } from "../../dashboard/page-keys.ts"
import { useSession } from "../../dashboard/session.tsx"
import { useUserNames } from "../../dashboard/user-names.ts"
import { Button } from "../../ui/button.tsx"
import { cn } from "../../ui/cn.ts"
import { ConfirmIdentity, needsConfirmation } from "../../ui/confirm-identity.tsx"
import { control } from "../../ui/control.ts"
import { Key } from "../../ui/tabs.tsx"
import { notify } from "../../ui/toast.tsx"
import type { Entity } from "./entity.tsx"
import { DecidedByAnother, Outcome, ReleaseRefused } from "./outcome.tsx"
import { requestedAmount } from "./request.ts"
import type { ApprovalRequest, View } from "./turn.ts"

type Decision = "approve" | "reject"
type Mode = "idle" | Decision
type Props = {
  request: ApprovalRequest
  seat: string | undefined
  entity: Entity | undefined
  view: View
  onNext(): void
  onDecided(): void
}

const foot =
  "z-10 border-t border-line bg-surface px-4 py-3.5 outline-none has-data-armed:bg-sunken sm:px-7 " +
  "max-lg:fixed max-lg:inset-x-0 max-lg:bottom-0 max-lg:shadow-pop"

/** The bar under a request: people who may decide do so here; for all others it says why they can't. */
export function Decide({ request, seat, entity, view, onNext, onDecided }: Props) {
  const { user } = useSession()
  const delegator = seat === user._id ? undefined : seat
  const bar = useRef<HTMLElement>(null)
  const queries = useQueryClient()
  const amount = requestedAmount(request)
  const decide = useMutation({
    mutationFn: ({ decision, comment }: { decision: Decision; comment: string }) =>
      call(
        `POST /v1/approvals/requests/{id}/${decision}`,
        { ...(comment !== "" && { comment }), ...(delegator && { for: delegator }) },
        { path: { id: request._id } },
      ),
    onMutate: onDecided,
    onSuccess(result, { decision }) {
      notify(
        decision === "approve" ? t`You approved ${amount}` : t`You rejected ${amount}`,
        result.status === "pending" ? t`Others decide next.` : "",
      )
      queries.setQueryData(["approvals/requests", "object", request._id], result)
    },
    onSettled(_result, error) {
      bar.current?.focus() // the outcome is shown there, and the shortcuts continue to work
      const isRead = queries.invalidateQueries()
      return isUnreachable(error) ? undefined : isRead // reading again would retry for seconds before the person sees that nothing was sent
    },
  })
  const { error, variables } = decide
  const isLost = error instanceof ApiError && error.failure.code === "APR-2001"
  let content: ReactNode
  if (isLost) content = <DecidedByAnother request={request} error={error} onNext={onNext} />
  else if (variables && needsConfirmation(error)) content = <ConfirmIdentity onConfirmed={() => decide.mutate(variables)} />
  else if (error) content = <ReleaseRefused error={error} onBack={() => decide.reset()} />
  else if (view !== "yours") content = <Outcome request={request} entity={entity} view={view} />
  else
    content = (
      <DecisionForm
        key={seat} // a delegate of two approvers starts again for the second
        amount={amount}
        maker={request.requestedBy}
        delegator={delegator}
        isSending={decide.isPending}
        request={request._id}
        bar={bar}
        onDecide={(decision, comment) => decide.mutateAsync({ decision, comment })}
      />
    )
  return (
    <footer ref={bar} tabIndex={-1} role="group" aria-label={t`Decision`} className={foot}>
      {content}
    </footer>
  )
}

type FormProps = {
  amount: string
  maker: string
  /** The people who handed over their approvals to this person. */
  delegator: string | undefined
  isSending: boolean
  request: string
  bar: RefObject<HTMLElement | null>
  onDecide(decision: Decision, comment: string): Promise<unknown>
}

/** Releasing money takes two keys: A or R asks, Enter sends, Esc goes back. One wrong key never releases anything. */
function DecisionForm({ amount, maker, delegator, isSending, request, bar, onDecide }: FormProps) {
  const [mode, setMode] = useState<Mode>("idle")
  const [{ comment }, setDraft, forget] = useKeptState(`draft decision ${request} ${delegator ?? ""}`, { comment: "" })
  const commentBox = useRef<HTMLTextAreaElement>(null)
  const confirm = useRef<HTMLButtonElement>(null)
  const nameOf = useUserNames()
  const { user } = useSession()
  const send = (decision: Decision) => {
    if (!isSending) void onDecide(decision, comment.trim()).then(forget, () => undefined) // a failure is shown from the state
  }
  useEffect(() => {
    if (isSending) return // the confirm button is not there yet, for example while the previous decision is being recorded
    if (mode === "approve") confirm.current?.focus()
    if (mode === "reject") commentBox.current?.focus()
  }, [mode, isSending])
  const stepBack = () => {
    setMode("idle")
    if (mode !== "idle") bar.current?.focus() // the focused button disappears, and the request must keep the focus
  }
  useDecisionKeys(bar, mode, setMode, stepBack)
  return (
    <div data-armed={mode === "idle" ? undefined : ""}>
      <p role="status" className={cn("text-sm font-medium", mode === "approve" && "mb-2")}>
        {mode === "approve" && t`Approve ${amount}? Enter confirms, Esc goes back.`}
      </p>
      {delegator && <p className="mb-2 text-sm font-medium">{t`You decide for ${nameOf(delegator)}, who handed over to you.`}</p>}
      <label htmlFor="comment" className="mb-1 flex items-baseline gap-2 text-xs font-medium text-fg-2">
        {mode === "reject" ? t`Why do you reject it?` : t`Comment`}
        <span className="truncate font-normal text-fg-3">
          {maker === user._id
            ? t`optional, recorded in the audit log where you can read it`
            : t`optional, recorded in the audit log where ${nameOf(maker)} can read it`}
        </span>
      </label>
      <div className="flex flex-wrap items-end gap-2">
        <textarea
          ref={commentBox}
          id="comment"
          rows={1}
          maxLength={1000}
          value={comment}
          placeholder={mode === "reject" ? t`For example: the invoice shows another account` : t`Add a comment`}
          onChange={event => setDraft({ comment: event.target.value })}
          onKeyDown={event => {
            if (event.key === "Enter" && (event.metaKey || event.ctrlKey) && mode === "reject") send("reject")
          }}
          className={cn(
            control,
            "field-sizing-content h-auto max-h-24 min-h-8 flex-1 basis-56 resize-none py-1.5 max-sm:basis-full sm:h-auto",
          )}
        />
        {isSending ? (
          <Button variant="primary" disabled className="max-sm:flex-1">
            {t`Recording your decision…`}
          </Button>
        ) : (
          <DecisionButtons mode={mode} amount={amount} confirm={confirm} onMode={setMode} onBack={stepBack} onDecide={send} />
        )}
      </div>
    </div>
  )
}

type ButtonsProps = {
  mode: Mode
  amount: string
  confirm: RefObject<HTMLButtonElement | null>
  onMode(mode: Decision): void
  onBack(): void
  onDecide(decision: Decision): void
}

/**
 * The first press asks, the second one sends. The second click of a double click does not count, because the second button appears where
 * the first one was.
 */
function DecisionButtons({ mode, amount, confirm, onMode, onBack, onDecide }: ButtonsProps) {
  const sendBy = (decision: Decision) => (event: MouseEvent) => {
    if (event.detail < 2) onDecide(decision)
  }
  if (mode === "idle")
    return (
      <>
        <Button className="max-sm:flex-1" onClick={() => onMode("reject")}>
          {t`Reject`} <HintKey>R</HintKey>
        </Button>
        <Button variant="primary" className="num max-sm:flex-1" onClick={() => onMode("approve")}>
          {t`Approve ${amount}`} <HintKey>A</HintKey>
        </Button>
      </>
    )
  return (
    <>
      <Button variant="ghost" onClick={onBack}>
        {t`Back`} <HintKey>{t`esc`}</HintKey>
      </Button>
      {mode === "reject" ? (
        <Button variant="danger" className="num max-sm:flex-1" onClick={sendBy("reject")}>
          {t`Reject ${amount}`} <HintKey>{`${modKey} ↵`}</HintKey>
        </Button>
      ) : (
        <Button ref={confirm} variant="primary" className="num max-sm:flex-1" onClick={sendBy("approve")}>
          {t`Yes, approve ${amount}`} <HintKey>↵</HintKey>
        </Button>
      )}
    </>
  )
}

/** The key is not part of the button's name. It is shown only while the request has the focus, because only then it works. */
const HintKey = ({ children }: { children: string }) => (
  <span aria-hidden className="invisible group-focus-within/request:visible max-lg:hidden">
    <Key>{children}</Key>
  </span>
)

/** Letters that follow each other faster than this are a word that was meant for another field. */
const wordMs = 1000

const decisionKeys = [
  { keys: ["a"], decision: "approve", what: t`Approve it, then Enter to send` },
  { keys: ["r"], decision: "reject", what: t`Reject it, then write the reason` },
] as const

/** A key asks only while the request has the focus. Another letter withdraws the question and starts a word that is ignored. */
function useDecisionKeys(bar: RefObject<HTMLElement | null>, mode: Mode, ask: (decision: Decision) => void, stepBack: () => void) {
  const lastLetter = useRef(-wordMs)
  useShownKeys(t`While the request has the focus`, decisionKeys)
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      if (event.key === "Escape") return stepBack()
      if (!isShortcut(event) || event.key.length > 1 || event.key === " ") return
      if (!bar.current?.closest("article")?.contains(document.activeElement)) return
      const isWord = event.timeStamp - lastLetter.current < wordMs
      const decision = decisionKeys.find(({ keys: [key] }) => key === event.key)?.decision
      if (mode === "idle" && decision && !isWord && !event.repeat) {
        event.preventDefault()
        return ask(decision)
      }
      if (event.key !== "j" && event.key !== "k") lastLetter.current = event.timeStamp // those move to the next request
      if (mode === "approve") stepBack()
    }
    addEventListener("keydown", onKey)
    return () => removeEventListener("keydown", onKey)
  })
}
