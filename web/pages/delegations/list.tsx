import { request } from "../../client.ts"
import { QuickAction } from "../../dashboard/quick-action.tsx"
import { usePermission, useSession } from "../../dashboard/session.tsx"
import { useActors, useUserNames } from "../../dashboard/user-names.ts"
import { exactPeriod, tenantNow } from "../../lib/time.ts"
import { plural, t, whole } from "../../lib/translate.ts"
import { Avatar } from "../../ui/avatar.tsx"
import { Badge } from "../../ui/badge.tsx"
import { type Delegation, phaseOf, sentenceOf } from "./words.ts"

/** Who decides for whom, now and later; past delegations are collapsed. */
export function DelegationList({ delegations }: { delegations: readonly Delegation[] }) {
  const isOver = (delegation: Delegation) => phaseOf(delegation, tenantNow()) === "past"
  const open = delegations.filter(each => !isOver(each)).toSorted((a, b) => a.from.localeCompare(b.from))
  const past = delegations.filter(isOver).toSorted((a, b) => b.until.localeCompare(a.until))
  return (
    <>
      <ul className="border-t border-line empty:hidden">
        {open.map(each => (
          <DelegationRow key={each._id} delegation={each} />
        ))}
      </ul>
      {past.length > 0 && (
        <details className="border-t border-line">
          <summary className="cursor-pointer rounded-xl px-5 py-2.5 text-xs text-fg-3 hover:text-fg">
            {plural(past.length, t`${whole(past.length)} earlier delegation`, t`${whole(past.length)} earlier delegations`)}
          </summary>
          <ul className="border-t border-line">
            {past.map(each => (
              <DelegationRow key={each._id} delegation={each} />
            ))}
          </ul>
        </details>
      )}
    </>
  )
}

function DelegationRow({ delegation }: { delegation: Delegation }) {
  const { user: me } = useSession()
  const can = usePermission()
  const nameOf = useUserNames()
  const actor = useActors()(delegation.to)
  const { _id, user, to, from, until } = delegation
  const phase = phaseOf(delegation, tenantNow())
  return (
    <li className="flex flex-wrap items-center gap-x-4 gap-y-2 border-b border-line px-5 py-3.5 last:border-0">
      <Avatar actor={actor} />
      <div className="min-w-0 flex-1 basis-48">
        <p className="flex flex-wrap items-center gap-x-2 font-medium">
          {sentenceOf(phase, nameOf(to), nameOf(user))}
          {phase === "now" && <Badge tone="good">{t`Now`}</Badge>}
        </p>
        <p className="text-xs text-fg-3">{exactPeriod(from, until)}</p>
      </div>
      {phase !== "past" && (user === me._id || can("users.edit")) && (
        <QuickAction
          label={t`End`}
          run={() => request("POST /v1/users/{id}/delegations/{delegation}/delete", {}, { path: { id: user, delegation: _id } })}
          done={sentenceOf("ended", nameOf(to), nameOf(user))}
        />
      )}
    </li>
  )
}
