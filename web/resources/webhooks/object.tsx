import { lazy } from "react"
import { type CreateForm, definePage } from "../../dashboard/resource.ts"
import { t } from "../../lib/translate.ts"
import { eventField, secretField } from "./fields.ts"

export const webhookCreate: CreateForm<"dev/webhooks"> = {
  about: t`Countersign calls it right away, and it must return the token that it gets: the guide shows how.`,
  fields: [
    { name: "url", label: t`Address`, kind: "text", isRequired: true, placeholder: "https://example.com/hooks" },
    eventField,
    { name: "description", label: t`Description`, kind: "text" },
    secretField,
  ],
  reveals: (row, input) => (input["secret"] === undefined ? { label: t`Signing secret`, value: String(row["secret"]) } : undefined),
}

export const webhookPage = definePage<"dev/webhooks">({
  heading: row => row.url,
  facts: () => [],
  Page: lazy(async () => ({ default: (await import("./page.tsx")).WebhookPage })),
})
