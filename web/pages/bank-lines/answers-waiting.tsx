import { useQuery } from "@tanstack/react-query"
import { Link } from "@tanstack/react-router"
import { MessageSquareReply } from "lucide-react"
import { call } from "../../client.ts"
import { usePermission } from "../../dashboard/session.tsx"
import { plural, t, whole } from "../../lib/translate.ts"
import { buttonLook } from "../../ui/button.tsx"
import { Note } from "../../ui/note.tsx"

/** Answers of the bank that need a person, too: they are about payments that no line stands for. */
export function AnswersWaiting() {
  const can = usePermission()
  const { data } = useQuery({
    queryKey: ["bank-answers", "waiting"],
    queryFn: () => call("GET /v1/bank-answers", { status: "waiting", limit: 1 }),
    enabled: can("splits.view"),
  })
  if (!data || data.count === 0) return null
  return (
    <div className="mb-4">
      <Note
        tone="accent"
        icon={MessageSquareReply}
        title={plural(data.count, t`One bank answer waits for you`, t`${whole(data.count)} bank answers wait for you`)}
        action={
          <Link to="/$resource" params={{ resource: "bank-answers" }} search={{ status: "waiting" }} className={buttonLook({ size: "sm" })}>
            {t`Show them`}
          </Link>
        }
      >
        {t`Your bank has refused or returned payments, and this service can't tell what to do.`}
      </Note>
    </div>
  )
}
