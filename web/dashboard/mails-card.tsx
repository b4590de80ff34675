import { useQuery } from "@tanstack/react-query"
import { Link } from "@tanstack/react-router"
import { call } from "../client.ts"
import { nameOfMail } from "../lib/mail-words.ts"
import { t, whole } from "../lib/translate.ts"
import { Card, CardHead } from "../ui/card.tsx"
import { Status } from "../ui/status.tsx"
import { When } from "../ui/value.tsx"
import { usePermission } from "./session.tsx"

const maxShown = 5

/** The last mails about an object, for those who may read mails. Hidden if there are none. */
export function MailsCard({ object }: { object: string }) {
  const isAllowed = usePermission()("tenant.own")
  const mails = useQuery({
    queryKey: ["dev/mails", "of", object],
    queryFn: ({ signal }) => call("GET /v1/dev/mails", { object, limit: maxShown }, { signal }),
    enabled: isAllowed,
  })
  if (!mails.data || mails.data.count === 0) return null
  const { data, count } = mails.data
  return (
    <Card aria-label={t`Mails`} className="pb-3">
      <CardHead title={t`Mails`} hint={count > maxShown ? t`The last ${maxShown} of ${whole(count)}` : t`About this, newest first`} />
      <ul className="px-5">
        {data.map(mail => (
          <li key={mail._id} className="flex flex-wrap items-center gap-x-3 gap-y-1 py-2 text-sm">
            <span className="min-w-0 flex-1 basis-36 leading-tight">
              <Link
                to="/$resource"
                params={{ resource: "mails" }}
                search={{ object, id: mail._id }}
                className="font-medium hover:underline"
              >
                {nameOfMail(mail.kind)}
              </Link>
              <span className="block truncate text-xs text-fg-3">
                {mail.recipient} · <When at={mail.createdAt} />
              </span>
              {mail.error && <span className="block text-xs break-words text-bad">{mail.error}</span>}
            </span>
            <Status status={mail.status} />
          </li>
        ))}
      </ul>
    </Card>
  )
}
