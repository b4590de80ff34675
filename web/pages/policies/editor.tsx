import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query"
import { Link, useNavigate, useParams } from "@tanstack/react-router"
import { type FormEvent, useRef, useState } from "react"
import { ApiError, call } from "../../client.ts"
import { Forbidden } from "../../dashboard/forbidden.tsx"
import { PageHead } from "../../dashboard/page-head.tsx"
import { useObjectTitle } from "../../dashboard/page-title.ts"
import { usePermission } from "../../dashboard/session.tsx"
import { usePeople } from "../../dashboard/user-names.ts"
import { useKeptState } from "../../lib/kept-state.ts"
import { t } from "../../lib/translate.ts"
import { Button } from "../../ui/button.tsx"
import { ConfirmIdentity, needsConfirmation } from "../../ui/confirm-identity.tsx"
import { Skeleton } from "../../ui/empty.tsx"
import { Failure } from "../../ui/failure.tsx"
import { notify } from "../../ui/toast.tsx"
import { Toggle } from "../../ui/toggle.tsx"
import { useTeams } from "../users/teams-query.ts"
import { Deciders } from "./deciders.tsx"
import { draftOf, newPolicy, type Policy, type PolicyDraft, toInput } from "./policy.ts"
import { Precedence } from "./precedence.tsx"
import { Preview, usePreview } from "./preview.tsx"
import { WhatItHolds } from "./what-it-holds.tsx"

/** /policies/new and /policies/{id}: the form as a sentence, and a preview of what the policy would have held. */
export function PolicyPage() {
  const { id = "new" } = useParams({ strict: false })
  const can = usePermission()
  const isNew = id === "new"
  const policy = useQuery({
    queryKey: ["approvals/policies", "object", id],
    queryFn: () => call("GET /v1/approvals/policies/{id}", {}, { path: { id } }),
    enabled: !isNew && can("approvals.view"),
  })
  if (!can(isNew ? "approvals.edit" : "approvals.view")) return <Forbidden needs={isNew ? "approvals.edit" : "approvals.view"} />
  if (policy.isError) return <Failure error={policy.error} onRetry={() => void policy.refetch()} />
  if (!isNew && !policy.data) return <Skeleton className="h-64" />
  return <Editor key={`${id} ${policy.data?.version}`} policy={policy.data} />
}

function Editor({ policy }: { policy: Policy | undefined }) {
  const can = usePermission()
  const { draft, change, isChanged, save, submit, discard } = usePolicyForm(policy)
  const { people, teams } = useChoices()
  const preview = usePreview(draft)
  const errorAt = errorsOf(save.error)
  const warnings = (!preview.isError && preview.data?.warnings) || []
  useObjectTitle(policy?.name ?? t`New policy`, t`Policies`)
  return (
    <form noValidate onSubmit={submit}>
      <Crumbs name={policy?.name ?? t`New policy`} />
      <PageHead
        title={draft.name || t`New policy`}
        about={
          policy
            ? t`Changes apply to new payments, payouts and refunds. Open requests keep the policy as it was when they were opened.`
            : t`The policy holds everything that matches until these people have decided.`
        }
      >
        {can("approvals.edit") && (
          <>
            <span className="me-2">
              <Toggle isOn={draft.enabled} onChange={enabled => change({ enabled })} label={t`Enforced`} />
            </span>
            <Button disabled={!isChanged && policy !== undefined} onClick={discard}>
              {t`Discard`}
            </Button>
            <Button type="submit" variant="primary" disabled={!isChanged || save.isPending}>
              {save.isPending ? t`Saving…` : policy ? t`Save policy` : t`Create policy`}
            </Button>
          </>
        )}
      </PageHead>
      {save.isError && (
        <div className="mb-4">
          {needsConfirmation(save.error) ? <ConfirmIdentity onConfirmed={() => save.mutate()} /> : <Failure error={save.error} />}
        </div>
      )}
      <div className="grid grid-cols-[minmax(0,1fr)] items-start gap-4 lg:grid-cols-[minmax(0,1fr)_22rem]">
        <fieldset disabled={!can("approvals.edit")} className="min-w-0 space-y-4">
          <WhatItHolds draft={draft} teams={teams} nameError={errorAt("name")} onChange={change} />
          <Deciders draft={draft} people={people} warnings={warnings} error={errorAt("approvers")} onChange={change} />
          <Precedence draft={draft} id={policy?._id} onChange={change} />
        </fieldset>
        <Preview draft={draft} preview={preview} />
      </div>
    </form>
  )
}

/** The draft survives a reload. It is sent once, with a key that is created when the page opens. */
function usePolicyForm(policy: Policy | undefined) {
  const navigate = useNavigate()
  const queries = useQueryClient()
  const isSending = useRef(false)
  const [idempotencyKey] = useState(() => crypto.randomUUID())
  const saved = policy ? draftOf(policy) : newPolicy
  const [draft, setDraft, forget] = useKeptState<PolicyDraft>(`draft policy ${policy?._id ?? "new"} ${policy?.version ?? 0}`, saved)
  const save = useMutation({
    mutationFn: () =>
      policy
        ? call("POST /v1/approvals/policies/{id}/update", toInput(draft), { path: { id: policy._id }, idempotencyKey })
        : call("POST /v1/approvals/policies/create", toInput(draft), { idempotencyKey }),
    onSuccess() {
      forget()
      notify(policy ? t`Policy saved` : t`Policy created`, t`It applies to everything created from now on.`)
      void queries.invalidateQueries({ queryKey: ["approvals/policies"] })
      void navigate({ to: "/policies" })
    },
    onSettled: () => void (isSending.current = false),
  })
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (isSending.current) return
    isSending.current = true // the second click of a double click comes before the button is disabled
    save.mutate()
  }
  const discard = () => {
    forget()
    if (policy) setDraft(saved)
    else void navigate({ to: "/policies" })
  }
  const isChanged = JSON.stringify(draft) !== JSON.stringify(saved)
  return { draft, change: (part: Partial<PolicyDraft>) => setDraft({ ...draft, ...part }), isChanged, save, submit, discard }
}

const Crumbs = ({ name }: { name: string }) => (
  <nav aria-label={t`Breadcrumb`} className="mb-1">
    <ol className="flex items-center gap-1.5 text-xs text-fg-3">
      <li>
        <Link to="/approvals" className="rounded hover:text-fg hover:underline">
          {t`Approvals`}
        </Link>
      </li>
      <li aria-hidden>/</li>
      <li>
        <Link to="/policies" className="rounded hover:text-fg hover:underline">
          {t`Policies`}
        </Link>
      </li>
      <li aria-hidden>/</li>
      <li aria-current="page" className="min-w-0 truncate">
        {name}
      </li>
    </ol>
  </nav>
)

/** The service's error for a field. */
const errorsOf = (error: Error | null) => (field: string) =>
  error instanceof ApiError ? error.failure.errors?.find(({ path }) => path === field || path.startsWith(`${field}[`))?.message : undefined

/** The people who may decide, and the teams, to choose from. */
function useChoices() {
  const people = usePeople()
  const teams = useTeams()
  return {
    people: people.data ?? [],
    teams: (teams.data ?? []).map(({ _id, name }) => ({ value: _id, label: name })),
  }
}
