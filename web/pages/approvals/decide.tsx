import { useMutation, useQueryClient } from "@tanstack/react-query"
import { BellRing, CheckCircle2, CircleSlash, Clock, Hourglass, ShieldCheck, UsersRound, XCircle } from "lucide-react"
import { type ReactNode, type RefObject, useEffect, useRef, useState } from "react"
import { ApiError, call } from "../../client.ts"
import { isTyping } from "../../lib/typing.ts"
import { usePermission, useSession } from "../../dashboard/session.tsx"
import { useUserNames } from "../../dashboard/user-names.ts"
import { money } from "../../lib/money.ts"
import { Button } from "../../ui/button.tsx"
import { cn } from "../../ui/cn.ts"
import { Failure } from "../../ui/failure.tsx"
import { control } from "../../ui/field.tsx"
import { Note } from "../../ui/note.tsx"
import { Key } from "../../ui/tabs.tsx"
import { notify } from "../../ui/toast.tsx"
import { type ApprovalRequest, isTurnOf } from "./request.ts"

const foot =
  "z-10 border-t border-line bg-surface px-4 py-3.5 outline-none max-lg:fixed max-lg:inset-x-0 max-lg:bottom-0 max-lg:shadow-pop sm:px-7"

/** The bar under a request: who may decide does so here, everybody else reads why they can't. */
export function Decide({ request }: { request: ApprovalRequest }) {
  const { user } = useSession()
  const can = usePermission()
  const nameOf = useUserNames()
  const who = request.decisions.map(({ user: by }) => (by ? nameOf(by) : "the policy")).join(", ")
  if (request.status === "approved")
    return (
      <Foot>
        <Note tone="good" icon={CheckCircle2} title="Approved and released">
          By {who}. Decisions are final.
        </Note>
      </Foot>
    )
  if (request.status === "rejected")
    return (
      <Foot>
        <Note tone="bad" icon={XCircle} title="Rejected">
          By {who}. No money moved.
        </Note>
      </Foot>
    )
  if (request.status === "canceled")
    return (
      <Foot>
        <Note tone="warn" icon={Clock} title="Closed without a decision">
          {request.reason ?? "It was withdrawn"}. No money moved.
        </Note>
      </Foot>
    )
  const isMaker = request.requestedBy === user._id
  if (isMaker && request.fourEyes)
    return (
      <Foot>
        <Withdraw request={request} />
      </Foot>
    )
  if (!can("approvals.decide") || !request.approvers.includes(user._id) || !isTurnOf(request, user._id))
    return (
      <Foot>
        <Waiting request={request} />
      </Foot>
    )
  return <DecisionBar request={request} />
}

const Foot = ({ children }: { children: ReactNode }) => <footer className={foot}>{children}</footer>

function Withdraw({ request }: { request: ApprovalRequest }) {
  const queries = useQueryClient()
  const withdraw = useMutation({
    mutationFn: () => call("POST /v1/approvals/requests/{id}/cancel", {}, { path: { id: request._id } }),
    onSuccess: () => void queries.invalidateQueries(),
  })
  if (withdraw.isError) return <Failure error={withdraw.error} onRetry={() => withdraw.mutate()} />
  return (
    <Note
      icon={ShieldCheck}
      title="You raised this, so someone else decides"
      action={
        <Button size="sm" disabled={withdraw.isPending} onClick={() => withdraw.mutate()}>
          Withdraw it
        </Button>
      }
    >
      Four eyes is on for this policy.
    </Note>
  )
}

function Waiting({ request }: { request: ApprovalRequest }) {
  const nameOf = useUserNames()
  const next = request.approvers.filter(user => isTurnOf(request, user)).map(user => nameOf(user))
  const remind = useMutation({
    mutationFn: () => call("POST /v1/approvals/requests/{id}/remind", {}, { path: { id: request._id } }),
    onSuccess: () => notify("Reminder sent", next.join(", ")),
    onError: error => notify("No reminder was sent", error.message, "bad"),
  })
  return (
    <Note
      icon={Hourglass}
      title="Not yours to decide now"
      action={
        <Button size="sm" disabled={remind.isPending} onClick={() => remind.mutate()}>
          <BellRing className="size-3.5 text-fg-3" aria-hidden /> Remind
        </Button>
      }
    >
      {next.join(" or ")} {next.length === 1 ? "decides" : "decide"} now.
    </Note>
  )
}

type Mode = "idle" | "approve" | "reject"

/** Two keys for money: A or R arms, Enter sends, Esc steps back. One slip never releases anything. */
function DecisionBar({ request }: { request: ApprovalRequest }) {
  const [mode, setMode] = useState<Mode>("idle")
  const [comment, setComment] = useState("")
  const commentBox = useRef<HTMLTextAreaElement>(null)
  const confirm = useRef<HTMLButtonElement>(null)
  const queries = useQueryClient()
  const amount = money(request.amount, request.currency)
  const decide = useMutation({
    mutationFn: (decision: "approve" | "reject") =>
      call(`POST /v1/approvals/requests/{id}/${decision}`, comment === "" ? {} : { comment }, { path: { id: request._id } }),
    onSuccess(result, decision) {
      notify(
        decision === "approve" ? `You approved ${amount}` : `You rejected ${amount}`,
        result.status === "pending" ? "Others decide next." : "",
      )
      void queries.invalidateQueries()
    },
    onSettled: () => setMode("idle"),
  })
  useEffect(() => {
    if (mode === "approve") confirm.current?.focus()
    if (mode === "reject") commentBox.current?.focus()
  }, [mode])
  useDecisionKeys(mode, setMode)
  if (decide.isError)
    return (
      <Foot>
        <Refused
          error={decide.error}
          onBack={() => {
            decide.reset()
            void queries.invalidateQueries()
          }}
        />
      </Foot>
    )
  return (
    <footer className={cn(foot, mode !== "idle" && "bg-sunken")}>
      <label htmlFor="comment" className="mb-1 block text-xs font-medium text-fg-2">
        {mode === "reject" ? "Why do you reject it?" : "Comment"}{" "}
        <span className="font-normal text-fg-3">optional, kept in the audit log</span>
      </label>
      <div className="flex flex-wrap items-end gap-2">
        <textarea
          ref={commentBox}
          id="comment"
          rows={1}
          value={comment}
          onChange={event => setComment(event.target.value)}
          onKeyDown={event => {
            if (event.key === "Enter" && (event.metaKey || event.ctrlKey) && mode === "reject") decide.mutate("reject")
          }}
          className={cn(control, "h-auto min-h-8 flex-1 basis-56 resize-none py-1.5 max-sm:basis-full sm:h-auto")}
        />
        {decide.isPending ? (
          <Button variant="primary" disabled>
            Recording your decision…
          </Button>
        ) : (
          <DecisionButtons mode={mode} amount={amount} confirm={confirm} onMode={setMode} onDecide={decision => decide.mutate(decision)} />
        )}
      </div>
    </footer>
  )
}

type ButtonsProps = {
  mode: Mode
  amount: string
  confirm: RefObject<HTMLButtonElement | null>
  onMode(mode: Mode): void
  onDecide(decision: "approve" | "reject"): void
}

/** The first press arms, the second one sends. */
function DecisionButtons({ mode, amount, confirm, onMode, onDecide }: ButtonsProps) {
  if (mode === "idle")
    return (
      <>
        <Button className="max-sm:flex-1" onClick={() => onMode("reject")}>
          Reject <Key>R</Key>
        </Button>
        <Button variant="primary" className="num max-sm:flex-1" onClick={() => onMode("approve")}>
          Approve {amount}
        </Button>
      </>
    )
  return (
    <>
      <Button variant="ghost" onClick={() => onMode("idle")}>
        Back
      </Button>
      {mode === "reject" ? (
        <Button variant="danger" className="num max-sm:flex-1" onClick={() => onDecide("reject")}>
          Reject {amount}
        </Button>
      ) : (
        <Button ref={confirm} variant="primary" className="num max-sm:flex-1" onClick={() => onDecide("approve")}>
          Yes, approve {amount}
        </Button>
      )}
    </>
  )
}

function useDecisionKeys(mode: Mode, setMode: (mode: Mode) => void) {
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      if (event.key === "Escape") return setMode("idle")
      if (isTyping(event) || event.metaKey || event.ctrlKey || mode !== "idle") return
      if (event.key !== "a" && event.key !== "r") return
      event.preventDefault()
      setMode(event.key === "a" ? "approve" : "reject")
    }
    addEventListener("keydown", onKey)
    return () => removeEventListener("keydown", onKey)
  })
}

/** A lost race and a release that the money rules refuse are told here, not in passing. */
function Refused({ error, onBack }: { error: unknown; onBack(): void }) {
  const back = (
    <Button size="sm" onClick={onBack}>
      Back
    </Button>
  )
  const code = error instanceof ApiError ? error.failure.code : ""
  if (code === "APR-2001")
    return (
      <Note role="alert" tone="info" icon={UsersRound} title="Somebody decided this just before you" action={back}>
        Your decision was not counted, and what it held ran once or not at all. <span className="font-mono text-xs">{code}</span>
      </Note>
    )
  if (error instanceof ApiError && error.status > 0 && error.status < 500)
    return (
      <Note role="alert" tone="bad" icon={CircleSlash} title="Not released, and your decision was undone" action={back}>
        {error.message} No money moved; the request stays open. <span className="font-mono text-xs">{code}</span>
      </Note>
    )
  return <Failure error={error} onRetry={onBack} />
}
