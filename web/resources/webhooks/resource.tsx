import { AlertTriangle, Webhook as WebhookIcon } from "lucide-react"
import { endpointStatuses } from "../../../src/platform/webhooks/values.ts"
import type { Output } from "../../client.ts"
import { defineResource } from "../../dashboard/resource.ts"
import { Badge } from "../../ui/badge.tsx"
import { Status } from "../../ui/status.tsx"
import { When } from "../../ui/value.tsx"

type Webhook = Output<"GET /v1/dev/webhooks/{id}">

export const webhooks = defineResource("dev/webhooks", {
  path: "webhooks",
  event: "webhooks",
  noun: "endpoint",
  title: "Webhooks",
  about: "Your servers get every change from here. Each delivery is signed, and retried for days if it fails.",
  icon: WebhookIcon,
  needs: "webhooks.view",
  columns: [
    {
      header: "Endpoint",
      cell: row => (
        <span className="block min-w-0">
          <span className="block truncate font-medium">{row.description || new URL(row.url).host}</span>
          <span className="block truncate font-mono text-xs text-fg-3">{row.url}</span>
        </span>
      ),
    },
    { header: "State", cell: row => <EndpointState webhook={row} /> },
    {
      header: "Last success",
      cell: row => (row.lastSuccessAt ? <When at={row.lastSuccessAt} /> : <span className="text-fg-3">never</span>),
    },
    { header: "Events", cell: row => <span className="text-fg-2">{row.events.includes("*") ? "All events" : row.events.join(", ")}</span> },
    { header: "Created", sort: "createdAt", cell: row => <When at={row.createdAt} className="text-fg-3" /> },
  ],
  summary: row => ({ first: row.description || new URL(row.url).host, second: row.url, end: <EndpointState webhook={row} /> }),
  tabs: { field: "status", values: endpointStatuses },
  csv: ["_id", "url", "status", "events", "description", "createdAt"],
  empty: "Add an endpoint and choose its events.",
  create: { label: "New endpoint", needs: "webhooks.edit" },
  object: { name: row => row.url },
})

/** An active endpoint that fails is shown as a warning. */
const EndpointState = ({ webhook: { status, failingSince } }: { webhook: Webhook }) =>
  status === "active" && failingSince !== null ? (
    <Badge tone="warn" icon={AlertTriangle}>
      Failing
    </Badge>
  ) : (
    <Status status={status} />
  )
