import { Clock as ClockIcon } from "lucide-react"
import { Forbidden } from "../../dashboard/forbidden.tsx"
import { PageHead } from "../../dashboard/page-head.tsx"
import { usePermission, useSession } from "../../dashboard/session.tsx"
import { t } from "../../lib/translate.ts"
import { Card } from "../../ui/card.tsx"
import { Empty } from "../../ui/empty.tsx"
import { Clock } from "./clock.tsx"
import { useClockMoves } from "./clock-moves.ts"
import { Happened } from "./happened.tsx"
import { Queue } from "./queue.tsx"
import { Scripts } from "./scripts.tsx"
import { TestValues } from "./test-values.tsx"

/** Moves the sandbox's clock, and makes banks and payers act. */
export function Sandbox() {
  const can = usePermission()
  const { user } = useSession()
  if (!can("settings.edit")) return <Forbidden needs="settings.edit" />
  return user.tenant.mode === "sandbox" ? <AllowedSandbox /> : <NotASandbox />
}

function AllowedSandbox() {
  const moves = useClockMoves()
  return (
    <>
      <PageHead
        title={t`Sandbox`}
        about={t`Move the clock, and simulate banks and payers. This affects only this business and no real money.`}
      />
      <div className="grid grid-cols-[minmax(0,1fr)] items-start gap-4 lg:grid-cols-[minmax(0,1fr)_22rem]">
        <div className="min-w-0 space-y-4">
          <Clock moves={moves} />
          {moves.since !== undefined && <Happened since={moves.since} />}
          <Queue moves={moves} />
        </div>
        <div className="min-w-0 space-y-4">
          <Scripts />
          <TestValues />
        </div>
      </div>
    </>
  )
}

const NotASandbox = () => (
  <Card>
    <Empty icon={ClockIcon} title={t`This business is live`}>
      {t`Its clock shows real time. Only a sandbox can move time.`}
    </Empty>
  </Card>
)
