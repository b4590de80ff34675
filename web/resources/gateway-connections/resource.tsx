import { Plug } from "lucide-react"
import { defineResource } from "../../dashboard/resource.ts"
import { t } from "../../lib/translate.ts"
import { say } from "../../lib/words.ts"
import { deferred } from "../../ui/deferred.tsx"
import { Status } from "../../ui/status.tsx"
import { When } from "../../ui/value.tsx"
import type { Connection } from "./data.ts"

export const gatewayConnections = defineResource("gateway-connections", {
  event: "gatewayConnections",
  noun: t`gateway`,
  title: t`Gateways`,
  about: t`Your own accounts at payment providers. Charges go through them, and the money arrives there.`,
  icon: Plug,
  needs: "gateways.view",
  tabs: { field: "status", values: ["active", "failing", "paused", "disconnecting", "disconnected"] },
  dates: [["createdAt", t`Connected`]],
  columns: [
    { id: "name", header: t`Name`, cell: row => <span className="font-medium">{row.name}</span> },
    { id: "status", header: t`Status`, cell: row => <Status status={row.status} /> },
    { id: "provider", header: t`Provider`, cell: row => <span className="text-fg-2">{say(row.gateway)}</span> },
    { id: "account", header: t`Account`, isExtra: true, cell: row => <span className="text-fg-2">{row.account.name}</span> },
    { id: "methods", header: t`Methods`, isExtra: true, cell: row => <span className="text-fg-2">{methodNames(row)}</span> },
    {
      id: "last-message",
      header: t`Last message`,
      cell: row =>
        row.lastEventAt ? <When at={row.lastEventAt} className="text-fg-3" /> : <span className="text-fg-3">{t`None yet`}</span>,
    },
    {
      id: "connected",
      header: t`Connected`,
      isExtra: true,
      sort: "createdAt",
      cell: row => <When at={row.createdAt} className="text-fg-3" />,
    },
  ],
  summary: row => ({ first: row.name, second: `${say(row.gateway)} · ${row.account.name}`, end: <Status status={row.status} /> }),
  csv: ["_id", "name", "gateway", "account.id", "account.name", "status", "lastEventAt", "createdAt"],
  empty: (
    <>
      {t`Connect your own account at a payment provider: then payers pay by card, Pix and other methods, and the money arrives there.`}{" "}
      <a href="/docs/guides/payments#connect-a-payment-provider" className="underline underline-offset-2">
        {t`Read how`}
      </a>
      .
    </>
  ),
  Below: deferred(async () => (await import("./below.tsx")).BelowList),
  create: { label: t`Connect gateway`, needs: "gateways.edit" },
  object: {
    hasNoNumber: true,
    name: row => row.name,
  },
})

const methodNames = ({ methods }: Connection) =>
  methods
    .filter(({ enabled }) => enabled)
    .map(({ method }) => say(method))
    .join(", ")
