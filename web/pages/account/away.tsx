import { useNavigate, useSearch } from "@tanstack/react-router"
import { UserRoundCheck } from "lucide-react"
import { usePermission, useSession } from "../../dashboard/session.tsx"
import { t } from "../../lib/translate.ts"
import { Button } from "../../ui/button.tsx"
import { Card, CardHead } from "../../ui/card.tsx"
import { Empty, Skeleton } from "../../ui/empty.tsx"
import { CardFailure } from "../../ui/failure.tsx"
import { HandOverDialog } from "../delegations/hand-over.tsx"
import { DelegationList } from "../delegations/list.tsx"
import { useDelegationsOf } from "../delegations/queries.ts"

/** Who decides approvals for this person. The address can open the form, so that other pages can link to it. */
export function Away() {
  const { user } = useSession()
  const can = usePermission()
  const navigate = useNavigate()
  const search = useSearch({ strict: false }) as { open?: string }
  const delegations = useDelegationsOf(user._id)
  const setOpen = (isOpen: boolean) => void navigate({ to: "/account", search: isOpen ? { open: "hand-over" } : {}, replace: true })
  const mayDecide = can("approvals.decide")
  const handOver = (
    <Button size="sm" onClick={() => setOpen(true)}>
      <UserRoundCheck className="size-3.5 text-fg-3" aria-hidden /> {t`Hand over`}
    </Button>
  )
  const isEmpty = delegations.data?.data.length === 0
  if (!mayDecide && !delegations.data?.data.length) return null
  return (
    <Card id="away" aria-label={t`While you are away`}>
      <CardHead
        title={t`While you are away`}
        hint={t`Somebody else decides the approvals that wait for you. You can still decide yourself; the first decision counts.`}
      >
        {mayDecide && !isEmpty && handOver}
      </CardHead>
      <CardFailure query={delegations} />
      {delegations.isPending && <Skeleton className="mx-5 mb-5 h-12" />}
      {isEmpty && (
        <Empty icon={UserRoundCheck} title={t`Only you decide your approvals`} action={handOver}>
          {t`Before you leave, hand over your approvals to somebody until you are back. Each decision shows who made it, and for whom.`}
        </Empty>
      )}
      <DelegationList delegations={delegations.data?.data ?? []} />
      {mayDecide && <HandOverDialog user={user._id} isOpen={search.open === "hand-over"} onClose={() => setOpen(false)} />}
    </Card>
  )
}
