import { Link } from "@tanstack/react-router"
import { Plus, ScrollText, TriangleAlert } from "lucide-react"
import type { ReactNode } from "react"
import { call, request } from "../../client.ts"
import { Forbidden } from "../../dashboard/forbidden.tsx"
import { PageHead } from "../../dashboard/page-head.tsx"
import { QuickAction } from "../../dashboard/quick-action.tsx"
import { usePermission } from "../../dashboard/session.tsx"
import { useUserNames, useUsers } from "../../dashboard/user-names.ts"
import { inSentence, listOf, t } from "../../lib/translate.ts"
import { buttonLook } from "../../ui/button.tsx"
import { Card } from "../../ui/card.tsx"
import { Empty, Skeleton } from "../../ui/empty.tsx"
import { Failure } from "../../ui/failure.tsx"
import { Status } from "../../ui/status.tsx"
import { entities, strategyWords } from "../approvals/request.ts"
import { usePolicies, useTypeConditions } from "./policies.ts"
import { mayDecide } from "./may-decide.ts"
import { absentFrom, draftOf, entityTitles, type Policy, sentenceOf } from "./policy.ts"

export function Policies() {
  return usePermission()("approvals.view") ? <AllowedPolicies /> : <Forbidden needs="approvals.view" />
}

function AllowedPolicies() {
  const can = usePermission()
  const policies = usePolicies()
  const create = can("approvals.edit") && (
    <Link to="/policies/$id" params={{ id: "new" }} className={buttonLook({ variant: "primary" })}>
      <Plus className="size-4" aria-hidden /> {t`New policy`}
    </Link>
  )
  return (
    <>
      <PageHead
        title={t`Policies`}
        about={t`What is held, and who releases it. If several policies match, the one with the highest priority applies.`}
      >
        {create}
      </PageHead>
      <Card aria-label={t`Policies`}>
        {policies.isError && (
          <div className="p-4">
            <Failure error={policies.error} onRetry={() => void policies.refetch()} />
          </div>
        )}
        {policies.isPending && <Skeleton className="m-5 h-24" />}
        {policies.data?.length === 0 && (
          <Empty icon={ScrollText} title={t`No policies yet`} action={create}>
            {t`Without a policy, nothing waits for approval.`} {create && t`Begin with payouts, because they send money out.`}
          </Empty>
        )}
        <ul className="empty:hidden">
          {policies.data?.map(policy => (
            <PolicyRow key={policy._id} policy={policy} />
          ))}
        </ul>
      </Card>
    </>
  )
}

/** Why the policy holds nothing. */
const Mark = ({ children }: { children: ReactNode }) => (
  <p className="mt-1 flex items-start gap-1.5 text-xs text-warn">
    <TriangleAlert className="mt-px size-3.5 shrink-0" aria-hidden />
    <span>{children}</span>
  </p>
)

function PolicyRow({ policy }: { policy: Policy }) {
  const can = usePermission()
  const nameOf = useUserNames()
  const Icon = entities[policy.entityType].icon
  const users = useUsers()
  const absent = absentFrom(draftOf(policy), useTypeConditions()(policy.entityType))
  const nouns = inSentence(entityTitles[policy.entityType])
  const canBeDecided =
    policy.strategy === "auto-approve" || !users.data || users.data.some(user => policy.approvers.includes(user._id) && mayDecide(user))
  const isOrdered = policy.strategy === "sequential"
  const names = policy.approvers.map(user => nameOf(user))
  const who = names.reduce((all, name) => (all === "" ? name : isOrdered ? t`${all}, then ${name}` : `${all}, ${name}`), "")
  const { label } = strategyWords[policy.strategy]
  const facts = [
    who === "" ? label : `${label}: ${who}`,
    policy.fourEyes && inSentence(t`Four eyes`),
    policy.priority !== 0 && t`priority ${policy.priority}`,
  ]
  return (
    <li className="flex flex-wrap items-center gap-x-4 gap-y-2 border-b border-line px-5 py-3.5 last:border-0">
      <Icon className="size-4 shrink-0 text-fg-3" aria-hidden />
      <div className="min-w-0 flex-1 basis-64">
        <p className="flex flex-wrap items-center gap-2">
          <Link to="/policies/$id" params={{ id: policy._id }} className="min-w-0 font-medium hover:underline">
            {policy.name}
          </Link>
          <Status status={policy.enabled ? "enabled" : "disabled"} />
        </p>
        <p className="text-fg-2">{sentenceOf(policy)}</p>
        <p className="text-xs text-fg-3">{facts.filter(Boolean).join(" · ")}</p>
        {absent.length > 0 && (
          <Mark>{t`It holds nothing: ${nouns} have no ${listOf(absent, "disjunction")}. Open the policy and remove that condition.`}</Mark>
        )}
        {!canBeDecided && (
          <Mark>{t`None of its approvers may decide any more, so everything that it would hold is refused. Choose other approvers.`}</Mark>
        )}
      </div>
      {can("approvals.edit") && (
        <>
          <QuickAction
            label={policy.enabled ? t`Disable` : t`Enable`}
            {...(policy.enabled && {
              confirm: {
                title: t`Disable “${policy.name}”?`,
                about: t`From now on it holds nothing, and money moves without its approvers.`,
              },
            })}
            run={() => call("POST /v1/approvals/policies/{id}/update", { enabled: !policy.enabled }, { path: { id: policy._id } })}
            done={policy.enabled ? t`Policy disabled` : t`Policy enabled`}
          />
          <QuickAction
            label={t`Delete`}
            isDanger
            confirm={{ title: t`Delete “${policy.name}”?`, about: t`Open requests stay open; each has a copy of the policy.` }}
            run={() => request("POST /v1/approvals/policies/{id}/delete", {}, { path: { id: policy._id } })}
            done={t`Policy deleted`}
          />
        </>
      )}
    </li>
  )
}
