import { Reference } from "../../dashboard/reference.tsx"
import { definePage } from "../../dashboard/resource.ts"
import { say } from "../../lib/words.ts"
import { deferred } from "../../ui/deferred.tsx"
import { orderActions } from "./forms.ts"

export const orderPage = definePage<"orders">({
  heading: row => row.number,
  subheading: row => (
    <>
      for <Reference to="contacts" id={row.contact} />
    </>
  ),
  facts: row => [
    ["Source", say(row.source)],
    ["Items", row.items.length],
  ],
  actions: orderActions,
  related: row => [{ title: "Payments", to: "payment-intents", filter: { order: row._id } }],
  Body: deferred(async () => (await import("./items.tsx")).OrderItems),
})
