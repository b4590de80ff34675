import { useQuery, useQueryClient } from "@tanstack/react-query"
import { Plus, ScrollText } from "lucide-react"
import { useState } from "react"
import { call, type Output, request } from "../client.ts"
import { Forbidden } from "../dashboard/forbidden.tsx"
import { PageHead } from "../dashboard/page-head.tsx"
import { QuickAction } from "../dashboard/quick-action.tsx"
import { usePermission } from "../dashboard/session.tsx"
import { useUserNames } from "../dashboard/user-names.ts"
import { say } from "../lib/words.ts"
import { Button } from "../ui/button.tsx"
import { Card } from "../ui/card.tsx"
import { Empty, Skeleton } from "../ui/empty.tsx"
import { Failure } from "../ui/failure.tsx"
import { Status } from "../ui/status.tsx"
import { PolicyEditor } from "./policy-editor.tsx"

export type Policy = Output<"GET /v1/approvals/policies/{id}">

/** The rules by which money is held. */
export function Policies() {
  return usePermission()("approvals.view") ? <AllowedPolicies /> : <Forbidden needs="approvals.view" />
}

function AllowedPolicies() {
  const can = usePermission()
  const queries = useQueryClient()
  const [edited, setEdited] = useState<Policy | "new" | undefined>(undefined)
  const policies = useQuery({
    queryKey: ["approvals/policies", "list"],
    queryFn: async () => {
      const page = await call("GET /v1/approvals/policies", { limit: 100 } as never)
      return (page.data as object as { policies: Policy[] }).policies
    },
  })
  const create = can("approvals.edit") && (
    <Button variant="primary" onClick={() => setEdited("new")}>
      <Plus className="size-4" aria-hidden /> New policy
    </Button>
  )
  return (
    <>
      <PageHead title="Policies" about="What is held, and who releases it. The highest priority that matches wins.">
        {create}
      </PageHead>
      <Card aria-label="Policies">
        {policies.isError && (
          <div className="p-4">
            <Failure error={policies.error} onRetry={() => void policies.refetch()} />
          </div>
        )}
        {policies.isPending && <Skeleton className="m-5 h-24" />}
        {policies.data?.length === 0 && (
          <Empty icon={ScrollText} title="No policies yet" action={create}>
            Without a policy, nothing waits for approval. Begin with payouts: they are money that leaves.
          </Empty>
        )}
        <ul className="empty:hidden">
          {policies.data?.map(policy => (
            <PolicyRow key={policy._id} policy={policy} onEdit={() => setEdited(policy)} />
          ))}
        </ul>
      </Card>
      {edited && (
        <PolicyEditor
          policy={edited === "new" ? undefined : edited}
          onClose={() => setEdited(undefined)}
          onSaved={() => {
            setEdited(undefined)
            void queries.invalidateQueries({ queryKey: ["approvals/policies"] })
          }}
        />
      )}
    </>
  )
}

function PolicyRow({ policy, onEdit }: { policy: Policy; onEdit(): void }) {
  const can = usePermission()
  const nameOf = useUserNames()
  const conditions = Object.keys(policy.conditions).length
  return (
    <li className="flex flex-wrap items-center gap-x-4 gap-y-2 border-b border-line px-5 py-3.5 last:border-0">
      <div className="min-w-0 flex-1 basis-64">
        <p className="flex flex-wrap items-center gap-2">
          <span className="font-medium">{policy.name}</span> <Status status={policy.enabled ? "enabled" : "disabled"} />
        </p>
        <p className="text-fg-3">
          Holds {say(policy.entityType).toLowerCase()}s
          {conditions > 0 && ` by ${conditions} ${conditions === 1 ? "condition" : "conditions"}`}
          {" · "}
          {say(policy.strategy)}: {policy.approvers.map(user => nameOf(user)).join(", ") || "nobody"}
          {policy.fourEyes && " · four eyes"}
          {policy.priority !== 0 && ` · priority ${policy.priority}`}
        </p>
      </div>
      {can("approvals.edit") && (
        <>
          <Button size="sm" onClick={onEdit}>
            Change
          </Button>
          <QuickAction
            label={policy.enabled ? "Disable" : "Enable"}
            run={() => call("POST /v1/approvals/policies/{id}/update", { enabled: !policy.enabled }, { path: { id: policy._id } })}
            done={policy.enabled ? "Policy disabled" : "Policy enabled"}
          />
          <QuickAction
            label="Delete"
            isDanger
            confirm={`Delete “${policy.name}”? Open requests go on under their copy.`}
            run={() => request("POST /v1/approvals/policies/{id}/delete", {}, { path: { id: policy._id } })}
            done="Policy deleted"
          />
        </>
      )}
    </li>
  )
}
