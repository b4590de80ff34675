import { UserRoundCheck } from "lucide-react"
import { useFormOpen } from "../../dashboard/form-open.ts"
import { usePermission } from "../../dashboard/session.tsx"
import { t } from "../../lib/translate.ts"
import { Button } from "../../ui/button.tsx"
import { Card, CardHead } from "../../ui/card.tsx"
import { Skeleton } from "../../ui/empty.tsx"
import { CardFailure } from "../../ui/failure.tsx"
import { HandOverDialog } from "../delegations/hand-over.tsx"
import { DelegationList } from "../delegations/list.tsx"
import { useOpenDelegations } from "../delegations/queries.ts"

/** Who decides approvals for whom. People who may change users can also delegate for somebody who is already away. */
export function Away() {
  const can = usePermission()
  const [isOpen, setOpen] = useFormOpen("hand over ")
  const delegations = useOpenDelegations()
  if (!can("approvals.view")) return null
  return (
    <Card aria-label={t`While people are away`}>
      <CardHead
        title={t`While people are away`}
        hint={
          delegations.data?.data.length === 0
            ? t`Nobody has handed over approvals: everybody decides their own`
            : t`Who decides approvals for whom`
        }
      >
        {can("users.edit") && (
          <Button size="sm" onClick={() => setOpen(true)}>
            <UserRoundCheck className="size-3.5 text-fg-3" aria-hidden /> {t`Hand over`}
          </Button>
        )}
      </CardHead>
      <CardFailure query={delegations} />
      {delegations.isPending && <Skeleton className="mx-5 mb-5 h-12" />}
      <DelegationList delegations={delegations.data?.data ?? []} />
      {delegations.data?.hasMore && <p className="border-t border-line px-5 py-2.5 text-xs text-fg-3">{t`The newest 100 are shown.`}</p>}
      <HandOverDialog isOpen={isOpen} onClose={() => setOpen(false)} />
    </Card>
  )
}
