import { type CreateForm, definePage } from "../../dashboard/resource.ts"
import { t } from "../../lib/translate.ts"
import { countryName, say } from "../../lib/words.ts"
import { deferred } from "../../ui/deferred.tsx"
import { CopyId, ExactWhen } from "../../ui/value.tsx"
import { connectionActions, ConnectDialog } from "./forms.ts"

export const gatewayConnectionCreate: CreateForm<"gateway-connections"> = { fields: [], Dialog: ConnectDialog }

export const gatewayConnectionPage = definePage<"gateway-connections">({
  heading: row => row.name,
  subheading: row => t`${say(row.gateway)}, account ${row.account.name}`,
  facts: row => [
    [t`Provider`, say(row.gateway)],
    [t`Account`, row.account.name],
    [t`Account id`, <CopyId label={t`account id`} value={row.account.id} />],
    [t`Country`, row.account.country && countryName(row.account.country)],
    [t`Mode`, row.mode === "live" ? t`Live: real money` : t`Sandbox: test money`],
    [t`Last message`, row.lastEventAt && <ExactWhen at={row.lastEventAt} />],
  ],
  related: row => [{ title: t`Transactions`, to: "transactions", filter: { connection: row._id } }],
  actions: connectionActions,
  Body: deferred(async () => (await import("./body.tsx")).ConnectionBody),
})
