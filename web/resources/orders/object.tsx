import { Reference } from "../../dashboard/reference.tsx"
import { definePage } from "../../dashboard/resource.ts"
import { rich } from "../../lib/rich.ts"
import { t } from "../../lib/translate.ts"
import { say } from "../../lib/words.ts"
import { deferred } from "../../ui/deferred.tsx"
import { orderActions } from "./forms.ts"

export const orderPage = definePage<"orders">({
  heading: row => row.number,
  subheading: row => rich`for ${<Reference to="contacts" id={row.contact} />}`,
  facts: row => [
    [t`Source`, say(row.source)],
    [t`Items`, row.items.length],
  ],
  actions: orderActions,
  related: row => [{ title: t`Payments`, to: "payment-intents", filter: { order: row._id } }],
  Body: deferred(async () => (await import("./items.tsx")).OrderItems),
})
