import { useQuery } from "@tanstack/react-query"
import { Link } from "@tanstack/react-router"
import { ChevronDown } from "lucide-react"
import { useState } from "react"
import { request } from "../client.ts"
import type { Explanation } from "../lib/api-types.ts"
import { money } from "../lib/money.ts"
import { inWords } from "../lib/refusal.ts"
import { t } from "../lib/translate.ts"
import { Card } from "../ui/card.tsx"
import { Skeleton } from "../ui/empty.tsx"
import { Failure } from "../ui/failure.tsx"
import { Reference } from "./reference.tsx"
import type { Resource, Row } from "./resource.ts"

type Part = Explanation["reasons"][number]["parts"][number]

const explained = [
  "payment-intents",
  "payment-splits",
  "transactions",
  "payouts",
  "refund-intents",
  "disputes",
  "subscriptions",
  "approvals/requests",
] as const
type Explained = (typeof explained)[number]

/** Why the object of a page is as it is. */
export function WhyCard({ resource, row }: { resource: Resource; row: Row }) {
  const type = explained.find(each => each === resource.key)
  return type && <Why type={type} id={row._id} />
}

/** Why an object has its status and its figures. It is asked for when somebody opens it. */
export function Why({ type, id }: { type: Explained; id: string }) {
  const [isOpen, setOpen] = useState(false)
  const explanation = useQuery({
    queryKey: [type, "explain", id],
    queryFn: ({ signal }) => request(`GET /v1/${type}/{id}/explain`, {}, { path: { id }, signal }) as Promise<Explanation>,
    enabled: isOpen,
  })
  return (
    <Card aria-label={t`Why`} className="print:hidden">
      <details className="group" onToggle={event => setOpen(event.currentTarget.open)}>
        <summary className="flex cursor-pointer list-none items-center gap-2 rounded-xl px-5 py-4 text-sm font-semibold hover:bg-hover">
          <h2 className="flex-1">{t`Why`}</h2>
          <ChevronDown className="size-4 text-fg-3 group-open:rotate-180" aria-hidden />
        </summary>
        <div className="px-5 pt-1 pb-4">
          {explanation.isError && <Failure error={explanation.error} onRetry={() => void explanation.refetch()} />}
          {explanation.isLoading && <Skeleton className="h-24 w-full" />}
          <ul className="space-y-3 text-sm">
            {explanation.data?.reasons.map((reason, place) => (
              <li key={place}>
                <Sentence {...reason} />
                {reason.parts.length > 0 && reason.currency && <Parts parts={reason.parts} currency={reason.currency} />}
              </li>
            ))}
          </ul>
        </div>
      </details>
    </Card>
  )
}

const Parts = ({ parts, currency }: { parts: readonly Part[]; currency: string }) => (
  <ul className="mt-1 space-y-1 border-s border-line ps-3 text-xs text-fg-2">
    {parts.map((part, i) => (
      <li key={i} className="flex gap-3">
        <span className="min-w-0 flex-1">
          <Sentence {...part} />
        </span>
        <span className="num shrink-0">{money(part.amount, currency)}</span>
      </li>
    ))}
  </ul>
)

const Sentence = ({ link, ...said }: Pick<Part, "message" | "sentence" | "details" | "link">) => (
  <>
    {inWords(said)}
    {link && link.type !== "balances" && (
      <> {link.type === "approvals/requests" ? <Request /> : <Reference to={link.type} id={link.id} />}</>
    )}
  </>
)

const Request = () => (
  <Link to="/approvals" className="hover:underline">
    {t`See approvals`}
  </Link>
)
