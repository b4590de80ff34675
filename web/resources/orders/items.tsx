import { useQueryClient } from "@tanstack/react-query"
import { PencilLine, Trash2 } from "lucide-react"
import { useState } from "react"
import { type Output, request } from "../../client.ts"
import { useOneOpen } from "../../dashboard/form-open.ts"
import { Reference } from "../../dashboard/reference.tsx"
import { usePermission } from "../../dashboard/session.tsx"
import { Button } from "../../ui/button.tsx"
import { Card, CardHead } from "../../ui/card.tsx"
import { FormDialog } from "../../ui/form.tsx"
import { notify } from "../../ui/toast.tsx"
import { Money } from "../../ui/value.tsx"
import { amountText } from "../../lib/money.ts"
import { rich } from "../../lib/rich.ts"
import { t } from "../../lib/translate.ts"
import { itemFields, toItem } from "./forms.ts"
import { Totals } from "../../dashboard/totals.tsx"

type Order = Output<"GET /v1/orders/{id}">
type Item = Order["items"][number]

const verbs = ["update", "delete"] as const
type Verb = (typeof verbs)[number]

/** The items of an order. An item can be changed until a payment bills it. */
export function OrderItems({ row }: { row: Order }) {
  const [open, setOpen] = useOneOpen<{ item: Item; verb: Verb }>(id =>
    row.items.flatMap(item => verbs.map(verb => ({ item, verb }))).find(({ item, verb }) => id === `item ${item._id} ${verb}`),
  )
  const can = usePermission()
  if (row.items.length === 0) return null
  return (
    <Card aria-label={t`Items`}>
      <CardHead title={t`Items`} hint={t`Price and supplier were copied from the service when the item was added`} />
      <ul className="border-t border-line">
        {row.items.map(item => (
          <li key={item._id} className="flex flex-wrap items-center gap-x-3 gap-y-1 border-b border-line px-5 py-2.5 last:border-0">
            <span className="min-w-0 flex-1 basis-48">
              <span className="block font-medium break-words">{item.name}</span>
              <span className="block text-xs text-fg-3">
                {item.paymentIntents.length === 0 ? t`not billed yet` : rich`billed by ${<Payments ids={item.paymentIntents} />}`}
                {item.supplier && <> · {rich`shared with ${<Reference to="partnerships" id={item.supplier} />}`}</>}
              </span>
            </span>
            {item.amount !== null && item.currency !== null && (
              <Money amount={item.amount} currency={item.currency} className="font-medium" />
            )}
            {can("orders.edit") && row.status === "open" && item.paymentIntents.length === 0 && (
              <span className="flex">
                <Button variant="ghost" size="icon" aria-label={t`Change ${item.name}`} onClick={() => setOpen({ item, verb: "update" })}>
                  <PencilLine className="size-4" aria-hidden />
                </Button>
                <Button variant="ghost" size="icon" aria-label={t`Remove ${item.name}`} onClick={() => setOpen({ item, verb: "delete" })}>
                  <Trash2 className="size-4" aria-hidden />
                </Button>
              </span>
            )}
          </li>
        ))}
      </ul>
      {row.items.length > 1 && <Totals sums={sumsOf(row.items)} />}
      {open && <ItemDialog order={row._id} {...open} onClose={() => setOpen(undefined)} />}
    </Card>
  )
}

const Payments = ({ ids }: { ids: readonly string[] }) =>
  ids.map((id, index) => (
    <span key={id}>
      {index > 0 && ", "}
      <Reference to="payment-intents" id={id} />
    </span>
  ))

function sumsOf(items: readonly Item[]) {
  const sums = new Map<string, number>()
  for (const { amount, currency } of items) if (amount !== null && currency !== null) sums.set(currency, (sums.get(currency) ?? 0) + amount)
  return [...sums]
}

type DialogProps = { order: string; item: Item; verb: Verb; onClose(): void }

function ItemDialog({ order, item, verb, onClose }: DialogProps) {
  const queries = useQueryClient()
  const [fields] = useState(() => (verb === "delete" ? [] : itemFields(withPrice(item))))
  return (
    <FormDialog
      id={`item ${item._id} ${verb}`}
      isOpen
      onClose={onClose}
      title={verb === "delete" ? t`Remove ${item.name}?` : t`Change ${item.name}`}
      {...(verb === "delete" && { description: t`It is not billed, so no money moves.` })}
      fields={fields}
      isEdit={verb === "update"}
      isDanger={verb === "delete"}
      submit={() => (verb === "delete" ? t`Remove item` : t`Save`)}
      send={(input, idempotencyKey) =>
        request(`POST /v1/orders/{id}/items/{itemId}/${verb}`, verb === "delete" ? {} : toItem(input, item), {
          path: { id: order, itemId: item._id },
          idempotencyKey,
        })
      }
      onDone={() => {
        notify(verb === "delete" ? t`Item removed` : t`Item changed`)
        void queries.invalidateQueries({ queryKey: ["orders"] })
      }}
    />
  )
}

const withPrice = ({ name, supplier, amount, currency }: Item) => ({
  service: name,
  supplier: supplier ?? "",
  amount: amount !== null && currency !== null ? amountText(amount, currency) : "",
  ...(currency !== null && { currency }),
})
