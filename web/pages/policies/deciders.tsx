import { ArrowDown, ArrowUp, ShieldCheck, TriangleAlert, X } from "lucide-react"
import type { ReactNode } from "react"
import type { Output } from "../../client.ts"
import { useSession } from "../../dashboard/session.tsx"
import { useUsers } from "../../dashboard/user-names.ts"
import { inSentence, t } from "../../lib/translate.ts"
import { type Actor, Avatar } from "../../ui/avatar.tsx"
import { Card, CardHead } from "../../ui/card.tsx"
import { Note } from "../../ui/note.tsx"
import { Toggle } from "../../ui/toggle.tsx"
import { AddApprover } from "./add-approver.tsx"
import type { PolicyDraft } from "./policy.ts"
import type { PolicyWarning } from "./preview.tsx"
import { mayDecide } from "./may-decide.ts"
import { StrategyCards } from "./strategy-cards.tsx"

type Person = Output<"GET /v1/users">["data"][number]
type Props = {
  draft: PolicyDraft
  people: readonly Person[]
  warnings: readonly PolicyWarning[]
  error: string | undefined
  onChange(part: Partial<PolicyDraft>): void
}

/** How many must approve, who they are, and whether the person who asked may be one of them. */
export function Deciders({ draft, people, warnings, error, onChange }: Props) {
  return (
    <Card aria-label={t`Decision`} className="pb-5">
      <CardHead title={t`Decision`} />
      <div className="space-y-4 px-5">
        <StrategyCards value={draft.strategy} onChange={strategy => onChange({ strategy })} />
        {draft.strategy === "auto-approve" ? (
          <Note icon={ShieldCheck} title={t`Nobody is asked`}>
            {t`It is released at once and recorded as approved automatically. The policy does not apply to a refund that an AI agent
            drafted: a person still has to release it.`}
          </Note>
        ) : (
          <>
            <Approvers draft={draft} people={people} error={error} onChange={approvers => onChange({ approvers })} />
            <div className="rounded-xl bg-sunken px-3.5 py-3 shadow-line">
              <Toggle
                isOn={draft.fourEyes}
                onChange={fourEyes => onChange({ fourEyes })}
                label={t`Four eyes`}
                hint={t`The person who raised it may not decide it, even if listed above. Leave this on unless you work alone.`}
              />
            </div>
            {warnings.map(({ code, message }) => (
              <Note key={message} tone="warn" icon={TriangleAlert} role="status" {...(titles[code] && { title: titles[code] })}>
                {message}
              </Note>
            ))}
          </>
        )}
      </div>
    </Card>
  )
}

const titles: Partial<Record<PolicyWarning["code"], string>> = { "maker-is-only-approver": t`Nobody could decide your own requests` }

type ApproversProps = Omit<Props, "onChange" | "warnings"> & { onChange(approvers: string[]): void }

function Approvers({ draft, people, error, onChange }: ApproversProps) {
  const { user: me } = useSession()
  const users = [...people, ...(useUsers().data ?? [])] // a policy created through the API may list a key
  const { approvers } = draft
  const isOrdered = draft.strategy === "sequential"
  const move = (at: number, step: number) => onChange(approvers.toSpliced(at, 1).toSpliced(at + step, 0, approvers[at]!))
  const others = people.filter(person => mayDecide(person) && !approvers.includes(person._id))
  return (
    <div>
      <h3 className="mb-2 text-xs font-medium text-fg-2">{isOrdered ? t`Approvers, first to last` : t`Approvers`}</h3>
      <ol className="overflow-hidden rounded-xl shadow-line">
        {approvers.map((id, index) => {
          const user = users.find(each => each._id === id)
          const name = user?.name ?? t`Somebody who left`
          const actor: Actor = { name, kind: user?.type === "api-key" ? "api-key" : "person", isYou: id === me._id }
          return (
            <li key={id} className="flex min-h-12 items-center gap-2.5 border-b border-line px-2.5 py-1.5">
              {isOrdered && <span className="num w-4 text-center text-xs text-fg-3">{index + 1}</span>}
              <Avatar actor={actor} />
              <span className="min-w-0 flex-1 leading-tight">
                <span className="block truncate font-medium">
                  {name}
                  {actor.isYou && <span className="font-normal text-fg-3"> {t`(you)`}</span>}
                </span>
                <ApproverNote user={user} />
              </span>
              {isOrdered && (
                <span className="flex">
                  <IconButton label={t`Move ${name} up`} isDisabled={index === 0} onClick={() => move(index, -1)}>
                    <ArrowUp className="size-3.5" aria-hidden />
                  </IconButton>
                  <IconButton label={t`Move ${name} down`} isDisabled={index === approvers.length - 1} onClick={() => move(index, 1)}>
                    <ArrowDown className="size-3.5" aria-hidden />
                  </IconButton>
                </span>
              )}
              <IconButton label={t`Remove ${name}`} onClick={() => onChange(approvers.filter(each => each !== id))}>
                <X className="size-3.5" aria-hidden />
              </IconButton>
            </li>
          )
        })}
        <li>
          <AddApprover people={others} onAdd={id => onChange([...approvers, id])} />
        </li>
      </ol>
      {error && (
        <p role="alert" className="mt-1 text-xs text-bad">
          {error}
        </p>
      )}
    </div>
  )
}

/** The role, with a warning if it may not decide, because requests would then wait for nobody. */
function ApproverNote({ user }: { user: Person | undefined }) {
  const role = user?.type === "api-key" ? t`API key, ${inSentence(user.roleName)}` : user?.roleName
  if (!user?.active)
    return (
      <Warning>{user?.type === "api-key" ? t`can’t be used any more, and drops out` : t`can’t sign in any more, and drops out`}</Warning>
    )
  if (!mayDecide(user)) return <Warning>{t`${role}: this role may not decide. Remove them to save the policy`}</Warning>
  return <span className="block truncate text-xs text-fg-3">{role}</span>
}

const Warning = ({ children }: { children: ReactNode }) => (
  <span className="flex items-center gap-1 text-xs text-warn">
    <TriangleAlert className="size-3" aria-hidden /> {children}
  </span>
)

type IconButtonProps = { label: string; isDisabled?: boolean; onClick(): void; children: ReactNode }

const IconButton = ({ label, isDisabled = false, onClick, children }: IconButtonProps) => (
  <button
    type="button"
    aria-label={label}
    disabled={isDisabled}
    onClick={onClick}
    className="grid size-7 place-items-center rounded-md text-fg-3 hover:bg-hover hover:text-fg disabled:opacity-30"
  >
    {children}
  </button>
)
