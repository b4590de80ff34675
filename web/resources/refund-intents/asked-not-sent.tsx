import { useQuery } from "@tanstack/react-query"
import { ShieldCheck } from "lucide-react"
import { request } from "../../client.ts"
import { usePermission } from "../../dashboard/session.tsx"
import { inSentence, listOf, t } from "../../lib/translate.ts"
import { say } from "../../lib/words.ts"
import { Note } from "../../ui/note.tsx"
import type { Charge } from "./data.ts"

type Policies = { data: { policies: { name: string; entityType: string; enabled: boolean }[] } }

/** Says that a refund waits for a person, and which policies apply to refunds. */
export function AskedNotSent({ charge }: { charge: Charge }) {
  const can = usePermission()
  const policies = useQuery({
    queryKey: ["approvals/policies", "refunds"],
    queryFn: async () => ((await request("GET /v1/approvals/policies", { limit: 100 })) as Policies).data.policies,
    enabled: can("approvals.view"),
  })
  const names = (policies.data ?? [])
    .filter(({ entityType, enabled }) => entityType === "refund-intent" && enabled)
    .map(({ name }) => `“${name}”`)
  return (
    <Note icon={ShieldCheck} title={t`This requests the refund; no money is sent yet`}>
      {names.length > 0
        ? t`If ${listOf(names, "disjunction")} matches, its approvers decide. Otherwise a person who may approve refunds releases it.`
        : t`A person who may approve refunds releases it. Until then no money moves, and it can be canceled.`}{" "}
      {t`Then it goes back by ${inSentence(say(charge.method))}.`}
    </Note>
  )
}
