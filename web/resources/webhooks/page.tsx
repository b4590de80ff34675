import { useQuery } from "@tanstack/react-query"
import { Link, useParams } from "@tanstack/react-router"
import { Webhook as WebhookIcon } from "lucide-react"
import { ApiError, call } from "../../client.ts"
import { Forbidden } from "../../dashboard/forbidden.tsx"
import { heading } from "../../dashboard/page-head.tsx"
import { useObjectTitle } from "../../dashboard/page-title.ts"
import { usePermission } from "../../dashboard/session.tsx"
import { listOf, t } from "../../lib/translate.ts"
import { Card } from "../../ui/card.tsx"
import { Empty, Skeleton } from "../../ui/empty.tsx"
import { Failure } from "../../ui/failure.tsx"
import { WebhookActions } from "./actions.tsx"
import { DeliveryLog } from "./delivery-log.tsx"
import { Health } from "./health.tsx"
import { TurnedOff } from "./turned-off.tsx"
import type { Webhook } from "./words.ts"

/** One endpoint: its health, and every delivery with its attempts. */
export function WebhookPage() {
  return usePermission()("webhooks.view") ? <AllowedWebhook /> : <Forbidden needs="webhooks.view" />
}

function AllowedWebhook() {
  const { id = "" } = useParams({ strict: false })
  const webhook = useQuery({
    queryKey: ["dev/webhooks", "object", id],
    queryFn: () => call("GET /v1/dev/webhooks/{id}", {}, { path: { id } }),
    refetchInterval: 5_000,
  })
  if (webhook.error instanceof ApiError && webhook.error.status === 404) return <Missing />
  if (webhook.isError) return <Failure error={webhook.error} onRetry={() => void webhook.refetch()} />
  if (!webhook.data)
    return (
      <div role="status" aria-label={t`Loading`} className="space-y-4">
        <Skeleton className="h-8 w-64" />
        <Skeleton className="h-28 w-full" />
        <Skeleton className="h-96 w-full" />
      </div>
    )
  return (
    <div className="space-y-4">
      <Head webhook={webhook.data} />
      {webhook.data.status !== "active" && <TurnedOff webhook={webhook.data} />}
      <Health webhook={webhook.data} />
      <DeliveryLog webhook={webhook.data} />
    </div>
  )
}

function Head({ webhook }: { webhook: Webhook }) {
  const title = webhook.description || new URL(webhook.url).host
  useObjectTitle(title, t`Webhooks`)
  return (
    <div>
      <nav aria-label={t`Breadcrumb`} className="mb-2 text-xs text-fg-3">
        <Link to="/$resource" params={{ resource: "webhooks" }} className="rounded hover:text-fg hover:underline">
          {t`Webhooks`}
        </Link>{" "}
        / {title}
      </nav>
      <header className="flex flex-wrap items-end gap-x-4 gap-y-3">
        <div className="min-w-0 flex-1 basis-72">
          <h1 className={heading}>{title}</h1>
          <p className="font-mono text-xs break-all text-fg-2">{webhook.url}</p>
          <p className="mt-1 text-xs text-fg-3">{webhook.events.includes("*") ? t`Gets all events` : t`Gets ${listOf(webhook.events)}`}</p>
        </div>
        <WebhookActions webhook={webhook} />
      </header>
    </div>
  )
}

const Missing = () => (
  <Card>
    <Empty icon={WebhookIcon} title={t`There is no such endpoint`}>
      {t`It may have been deleted, or it belongs to another business.`}{" "}
      <Link to="/$resource" params={{ resource: "webhooks" }} className="underline underline-offset-2">
        {t`See all endpoints`}
      </Link>
      .
    </Empty>
  </Card>
)
