import { useQuery } from "@tanstack/react-query"
import { CircleCheck, CircleDashed, OctagonAlert } from "lucide-react"
import type { ReactNode } from "react"
import { call } from "../../client.ts"
import { rich } from "../../lib/rich.ts"
import { t } from "../../lib/translate.ts"
import { Card } from "../../ui/card.tsx"
import { When } from "../../ui/value.tsx"
import type { Connection } from "./data.ts"

/** The result of the last test, the last message, and since when it fails. */
export function Health({ row }: { row: Connection }) {
  return (
    <Card aria-label={t`Health`} className="grid sm:grid-cols-[1.6fr_1fr]">
      <Figure label={t`Last test`}>
        <Check check={row.lastCheck} />
      </Figure>
      <Figure label={row.status === "failing" ? t`Failing since` : t`Last message`}>
        {row.status === "failing" ? <FailingSince row={row} /> : <LastMessage at={row.lastEventAt} />}
      </Figure>
    </Card>
  )
}

function Check({ check }: { check: Connection["lastCheck"] }) {
  if (!check) return <Line icon={<CircleDashed className="size-4 text-fg-3" aria-hidden />}>{t`It was not tested yet.`}</Line>
  return (
    <>
      {check.ok ? (
        <Line icon={<CircleCheck className="size-4 text-good" aria-hidden />}>{t`All is well`}</Line>
      ) : (
        <ul className="space-y-1">
          {check.problems.map(problem => (
            <li key={problem}>
              <Line icon={<OctagonAlert className="size-4 text-bad" aria-hidden />}>{sentence(problem)}</Line>
            </li>
          ))}
        </ul>
      )}
      <p className="mt-1 text-xs text-fg-3">{rich`Tested ${<When at={check.at} />}`}</p>
    </>
  )
}

const sentence = (text: string) => (/[.!?]$/.test(text) ? text : `${text}.`)

const Line = ({ icon, children }: { icon: ReactNode; children: ReactNode }) => (
  <span className="flex items-start gap-2 text-sm font-medium wrap-anywhere">
    <span className="mt-0.5 shrink-0">{icon}</span>
    {children}
  </span>
)

/** The activity says when the status changed. */
function FailingSince({ row }: { row: Connection }) {
  const timeline = useQuery({
    queryKey: ["gateway-connections", "timeline", row._id, "failing"],
    queryFn: () => call("GET /v1/gateway-connections/{id}/timeline", { limit: 100 }, { path: { id: row._id } }),
  })
  const began = timeline.data?.data.find(({ before, after }) => after?.["status"] === "failing" && before?.["status"] !== "failing")
  if (!began) return <span className="text-sm text-fg-3">–</span>
  return (
    <>
      <When at={began.at} className="text-sm font-medium" />
      <p className="mt-1 text-xs text-fg-3">
        {row.lastEventAt ? rich`Last message ${<When at={row.lastEventAt} />}` : t`No message has arrived yet`}
      </p>
    </>
  )
}

const LastMessage = ({ at }: { at: string | null }) =>
  at ? (
    <When at={at} className="text-sm font-medium" />
  ) : (
    <>
      <span className="text-sm font-medium">{t`None yet`}</span>
      <p className="mt-1 text-xs text-fg-3">{t`The first one arrives with the first payment.`}</p>
    </>
  )

const Figure = ({ label, children }: { label: string; children: ReactNode }) => (
  <div className="min-w-0 border-line px-5 py-4 max-sm:not-first:border-t sm:not-first:border-s">
    <h2 className="mb-1 text-xs text-fg-3">{label}</h2>
    {children}
  </div>
)
