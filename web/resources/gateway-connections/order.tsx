import { useQuery } from "@tanstack/react-query"
import { ArrowDown, ArrowUp } from "lucide-react"
import { useId, useState } from "react"
import { call } from "../../client.ts"
import { QuickAction } from "../../dashboard/quick-action.tsx"
import { usePermission } from "../../dashboard/session.tsx"
import { t } from "../../lib/translate.ts"
import { say } from "../../lib/words.ts"
import { Badge } from "../../ui/badge.tsx"
import { Button } from "../../ui/button.tsx"
import { Card, CardHead } from "../../ui/card.tsx"
import { control } from "../../ui/control.ts"
import { CardFailure } from "../../ui/failure.tsx"
import { Select } from "../../ui/select.tsx"
import { Status } from "../../ui/status.tsx"
import type { Connection } from "./data.ts"
import { inOrder, type Shared, sharedMethods } from "./orders.ts"

/** Which connection serves a method that several of them offer. Nothing is shown while none does. */
export function MethodOrders() {
  const data = useQuery({
    queryKey: ["gateway-connections", "orders"],
    queryFn: async () => {
      const [connections, orders] = await Promise.all([
        call("GET /v1/gateway-connections", { "status[in]": "active,paused,failing", limit: 100 }),
        call("GET /v1/gateway-connections/orders", { limit: 100 }),
      ])
      return { connections: connections.data, orders: orders.data }
    },
  })
  const shared = data.data ? sharedMethods(data.data.connections) : []
  if (shared.length === 0 && !data.isError) return null
  return (
    <Card aria-label={t`Order of methods`} className="mt-4">
      <CardHead
        title={t`Order of methods`}
        hint={t`Several of your gateways offer these methods. The first active one charges.
          A charge that has begun never moves to another.`}
      />
      <CardFailure query={data} />
      {data.data && shared.map(each => <MethodOrder key={each.method} {...each} {...data.data} />)}
    </Card>
  )
}

type Orders = { method: string; currency: string; connections: readonly string[] }[]

function MethodOrder({ method, currencies, connections, orders }: Shared & { connections: readonly Connection[]; orders: Orders }) {
  const id = useId()
  const [currency, setCurrency] = useState(currencies[0]!)
  const saved = inOrder(connections, orders, method, currency)
  return (
    <section aria-label={t`Order of ${say(method)}`} className="border-t border-line px-5 py-3">
      <div className="mb-2 flex items-center gap-3">
        <h3 className="flex-1 text-sm font-medium">{say(method)}</h3>
        <label htmlFor={id} className="sr-only">
          {t`Currency of ${say(method)}`}
        </label>
        <div className="w-28">
          <Select
            id={id}
            choices={currencies.map(value => ({ value, label: value }))}
            value={currency}
            onChange={setCurrency}
            isRequired
            className={control}
          />
        </div>
      </div>
      <Ordered key={`${currency} ${saved.map(({ _id }) => _id).join(" ")}`} method={method} currency={currency} saved={saved} />
    </section>
  )
}

function Ordered({ method, currency, saved }: { method: string; currency: string; saved: readonly Connection[] }) {
  const can = usePermission()
  const [order, setOrder] = useState(saved)
  const serving = order.find(({ status }) => status === "active")
  const isChanged = order.some((each, index) => each !== saved[index])
  const swap = (index: number) => setOrder(order.toSpliced(index, 2, order[index + 1]!, order[index]!))
  return (
    <>
      <ol className="space-y-1">
        {order.map((each, index) => (
          <li key={each._id} className="flex min-h-9 items-center gap-2 rounded-lg bg-sunken px-3 py-1 text-sm">
            <span className="num w-4 text-fg-3">{index + 1}</span>
            <span className="min-w-0 flex-1 truncate">{each.name}</span>
            {each === serving ? <Badge tone="good">{t`Charges now`}</Badge> : each.status !== "active" && <Status status={each.status} />}
            {can("gateways.edit") && (
              <>
                <Button
                  size="icon"
                  variant="ghost"
                  aria-label={t`Move ${each.name} up`}
                  disabled={index === 0}
                  onClick={() => swap(index - 1)}
                >
                  <ArrowUp className="size-4" aria-hidden />
                </Button>
                <Button
                  size="icon"
                  variant="ghost"
                  aria-label={t`Move ${each.name} down`}
                  disabled={index === order.length - 1}
                  onClick={() => swap(index)}
                >
                  <ArrowDown className="size-4" aria-hidden />
                </Button>
              </>
            )}
          </li>
        ))}
      </ol>
      {isChanged && (
        <div className="mt-2 flex items-center justify-end gap-3">
          <span className="text-xs text-fg-3">{t`Not saved yet. No money moves.`}</span>
          <QuickAction
            label={t`Save the order in ${currency}`}
            run={() => call("POST /v1/gateway-connections/order", { method, currency, connections: order.map(({ _id }) => _id) })}
            done={t`Order saved: new charges follow it`}
          />
        </div>
      )}
    </>
  )
}
