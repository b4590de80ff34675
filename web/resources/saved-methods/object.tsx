import { X } from "lucide-react"
import type { Output } from "../../client.ts"
import { Reference } from "../../dashboard/reference.tsx"
import { definePage } from "../../dashboard/resource.ts"
import { t } from "../../lib/translate.ts"
import { deferred } from "../../ui/deferred.tsx"
import { cardOf } from "./resource.tsx"

type SavedMethod = Output<"GET /v1/saved-methods/{id}">

const expiryOf = ({ expiryMonth, expiryYear }: SavedMethod) => (expiryYear === null ? undefined : `${expiryMonth}/${expiryYear}`)

export const savedMethodPage = definePage<"saved-methods">({
  heading: row => <Reference to="contacts" id={row.contact} />,
  facts: row => [
    [t`Card`, cardOf(row)],
    [t`Valid until`, expiryOf(row)],
  ],
  Body: deferred(async () => (await import("./consent.tsx")).Consent),
  related: row => [{ title: t`Subscriptions`, to: "subscriptions", filter: { savedMethod: row._id } }],
  actions: {
    remove: {
      label: t`Remove card`,
      icon: X,
      isDanger: true,
      about: () => t`You can no longer charge it.`,
      done: t`Card removed`,
    },
  },
})
