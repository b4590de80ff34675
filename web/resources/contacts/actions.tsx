import { Link2, Plus, Repeat } from "lucide-react"
import type { Output } from "../../client.ts"
import { useResource } from "../../dashboard/app-context.ts"
import { useCreate, usePreloadCreate } from "../../dashboard/create-provider.tsx"
import { usePermission } from "../../dashboard/session.tsx"
import { t } from "../../lib/translate.ts"
import { Button } from "../../ui/button.tsx"
import { copyText } from "../../ui/value.tsx"
import { ContactExport } from "./export.tsx"

/** What people do most often on the page of a contact: ask for money, once or again and again, and send the way to the portal. */
export function ContactButtons({ row }: { row: Output<"GET /v1/contacts/{id}"> }) {
  const can = usePermission()
  const create = useCreate()
  const preload = usePreloadCreate()
  const [payments, subscriptions] = [useResource("payment-intents"), useResource("subscriptions")]
  if (row.erasedAt) return <ContactExport row={row} />
  const values = { contact: row.email }
  return (
    <>
      {can("paymentIntents.edit") && (
        <Button variant="primary" {...preload} onClick={() => create(payments, values)}>
          <Plus className="size-4" aria-hidden /> {t`New payment`}
        </Button>
      )}
      {subscriptions.create && can(subscriptions.create.needs) && (
        <Button {...preload} onClick={() => create(subscriptions, values)}>
          <Repeat className="size-4 text-fg-3" aria-hidden /> {t`New subscription`}
        </Button>
      )}
      <Button
        title={t`The contact signs in there with its e-mail, by a link that it gets as a mail`}
        onClick={() => void copyText(`${window.location.origin}/portal`, t`Portal link`)}
      >
        <Link2 className="size-4 text-fg-3" aria-hidden /> {t`Portal link`}
      </Button>
      <ContactExport row={row} />
    </>
  )
}
