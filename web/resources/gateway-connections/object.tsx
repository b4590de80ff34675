import { type CreateForm, definePage } from "../../dashboard/resource.ts"
import { countryName, say } from "../../lib/words.ts"
import { deferred } from "../../ui/deferred.tsx"
import { CopyId, ExactWhen } from "../../ui/value.tsx"
import { connectionActions, ConnectDialog } from "./forms.ts"

export const gatewayConnectionCreate: CreateForm<"gateway-connections"> = { fields: [], Dialog: ConnectDialog }

export const gatewayConnectionPage = definePage<"gateway-connections">({
  heading: row => row.name,
  subheading: row => `${say(row.gateway)}, account ${row.account.name}`,
  facts: row => [
    ["Provider", say(row.gateway)],
    ["Account", row.account.name],
    ["Account id", <CopyId label="account id" value={row.account.id} />],
    ["Country", row.account.country && countryName(row.account.country)],
    ["Mode", row.mode === "live" ? "Live: real money" : "Sandbox: test money"],
    ["Last message", row.lastEventAt && <ExactWhen at={row.lastEventAt} />],
  ],
  related: row => [{ title: "Transactions", to: "transactions", filter: { connection: row._id } }],
  actions: connectionActions,
  Body: deferred(async () => (await import("./body.tsx")).ConnectionBody),
})
