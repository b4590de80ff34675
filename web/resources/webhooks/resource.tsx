import { AlertTriangle, Webhook as WebhookIcon } from "lucide-react"
import { endpointStatuses } from "../../../src/platform/webhooks/values.ts"
import type { Output } from "../../client.ts"
import { defineResource } from "../../dashboard/resource.ts"
import { t } from "../../lib/translate.ts"
import { Badge } from "../../ui/badge.tsx"
import { Status } from "../../ui/status.tsx"
import { When } from "../../ui/value.tsx"

type Webhook = Output<"GET /v1/dev/webhooks/{id}">

export const webhooks = defineResource("dev/webhooks", {
  path: "webhooks",
  event: "webhooks",
  noun: t`endpoint`,
  title: t`Webhooks`,
  about: t`Your servers get every change from here. Each delivery is signed, and retried for days if it fails.`,
  icon: WebhookIcon,
  needs: "webhooks.view",
  columns: [
    {
      id: "endpoint",
      header: t`Endpoint`,
      cell: row => (
        <span className="block min-w-0">
          <span className="block truncate font-medium">{row.description || new URL(row.url).host}</span>
          <span className="block truncate font-mono text-xs text-fg-3">{row.url}</span>
        </span>
      ),
    },
    { id: "state", header: t`State`, cell: row => <EndpointState webhook={row} /> },
    {
      id: "last-success",
      header: t`Last success`,
      cell: row => (row.lastSuccessAt ? <When at={row.lastSuccessAt} /> : <span className="text-fg-3">{t`never`}</span>),
    },
    {
      id: "events",
      header: t`Events`,
      cell: row => <span className="text-fg-2">{row.events.includes("*") ? t`All events` : row.events.join(", ")}</span>,
    },
    { id: "created", header: t`Created`, sort: "createdAt", cell: row => <When at={row.createdAt} className="text-fg-3" /> },
  ],
  summary: row => ({ first: row.description || new URL(row.url).host, second: row.url, end: <EndpointState webhook={row} /> }),
  tabs: { field: "status", values: endpointStatuses },
  csv: ["_id", "url", "status", "events", "description", "createdAt"],
  empty: t`Add an endpoint and choose its events.`,
  create: { label: t`New endpoint`, needs: "webhooks.edit" },
  object: { name: row => row.url },
})

/** An active endpoint that fails is shown as a warning. */
const EndpointState = ({ webhook: { status, failingSince } }: { webhook: Webhook }) =>
  status === "active" && failingSince !== null ? (
    <Badge tone="warn" icon={AlertTriangle}>
      {t`Failing`}
    </Badge>
  ) : (
    <Status status={status} />
  )
