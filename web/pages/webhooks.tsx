import { Webhook as WebhookIcon } from "lucide-react"
import type { Output } from "../client.ts"
import { defineResource } from "../dashboard/resource.ts"
import { Status } from "../ui/status.tsx"
import { When } from "../ui/value.tsx"
import { Deliveries } from "./deliveries.tsx"

export type Webhook = Output<"GET /v1/dev/webhooks/{id}">

export const webhooks = defineResource<Webhook>({
  path: "webhooks",
  api: "dev/webhooks",
  noun: "endpoint",
  title: "Webhooks",
  about: "Where your own servers hear what happens here. Every delivery is signed and tried again for days.",
  icon: WebhookIcon,
  needs: "webhooks.view",
  columns: [
    { header: "Address", cell: row => <span className="font-medium">{row.url}</span> },
    { header: "Status", cell: row => <Status status={row.status} /> },
    { header: "Events", cell: row => <span className="text-fg-2">{row.events.join(", ")}</span> },
    { header: "Created", sort: "createdAt", cell: row => <When at={row.createdAt} className="text-fg-3" /> },
  ],
  summary: row => ({ first: row.url, second: row.events.join(", "), end: <Status status={row.status} /> }),
  csv: ["_id", "url", "status", "events", "description", "createdAt"],
  empty: "Add an endpoint and choose the events it hears.",
  create: {
    label: "New endpoint",
    needs: "webhooks.edit",
    about: "It is called once at once and must answer with the token it gets: the guide shows how.",
    fields: [
      { name: "url", label: "Address", kind: "text", isRequired: true, placeholder: "https://example.com/hooks" },
      { name: "events", label: "Events", kind: "choices", isRequired: true, initial: "*", choices: eventChoices() },
      { name: "description", label: "Description", kind: "text" },
    ],
    reveals: row => ({ label: "Signing secret", value: String(row["secret"]) }),
  },
  object: {
    hasNoTimeline: true,
    name: row => row.url,
    heading: row => <span className="text-lg break-all">{row.url}</span>,
    subheading: row => row.description,
    facts: row => [["Events", row.events.join(", ")]],
    actions: {
      test: { label: "Send a test", about: () => "A test event goes out now, signed like any other.", done: "Test sent" },
      enable: { label: "Enable", about: () => "It is called once with a token first." },
      disable: { label: "Disable", about: () => "Events meanwhile are not delivered." },
      "rotate-secret": { label: "New secret", about: () => "The old one is valid for 24 hours more." },
      delete: { label: "Delete", isDanger: true, about: () => "Nothing is delivered to it any more." },
    },
    Body: Deliveries,
  },
})

function eventChoices() {
  const resources = [
    "contacts",
    "paymentIntents",
    "transactions",
    "splitIntents",
    "partnerships",
    "orders",
    "refundIntents",
    "payouts",
    "disputes",
  ]
  const more = ["subscriptions", "authorizations", "bankAccounts", "approvalRequests", "services"]
  const names = [...resources, ...more].flatMap(name => [`${name}.create`, `${name}.update`])
  return ["*", ...names].map(value => ({ value, label: value === "*" ? "All events" : value }))
}
