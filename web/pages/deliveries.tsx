import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query"
import { call, request } from "../client.ts"
import { Button } from "../ui/button.tsx"
import { Card, CardHead } from "../ui/card.tsx"
import { Failure } from "../ui/failure.tsx"
import { Status } from "../ui/status.tsx"
import { notify } from "../ui/toast.tsx"
import { When } from "../ui/value.tsx"
import type { Webhook } from "./webhooks.tsx"

/** What was sent to an endpoint, what came back, and what is tried next. */
export function Deliveries({ row }: { row: Webhook }) {
  const queries = useQueryClient()
  const deliveries = useQuery({
    queryKey: ["dev/webhooks", "deliveries", row._id],
    queryFn: () => call("GET /v1/dev/webhooks/{id}/deliveries", { limit: 25 } as never, { path: { id: row._id } }),
    refetchInterval: 5_000,
  })
  const redeliver = useMutation({
    mutationFn: (deliveryId: string) =>
      request("POST /v1/dev/webhooks/{id}/deliveries/{deliveryId}/redeliver", {}, { path: { id: row._id, deliveryId } }),
    onSuccess() {
      notify("It is sent again", "With the same id and the same bytes.")
      void queries.invalidateQueries({ queryKey: ["dev/webhooks"] })
    },
    onError: error => notify("It was not sent again", error.message, "bad"),
  })
  return (
    <Card aria-label="Deliveries">
      <CardHead title="Deliveries" hint="The same bytes on every try; retries wait longer each time" />
      {deliveries.isError && (
        <div className="p-4">
          <Failure error={deliveries.error} onRetry={() => void deliveries.refetch()} />
        </div>
      )}
      {deliveries.data?.data.length === 0 && <p className="border-t border-line px-5 py-6 text-center text-fg-3">Nothing was sent yet.</p>}
      <ul className="border-t border-line empty:hidden">
        {deliveries.data?.data.map(delivery => {
          const last = delivery.attempts.at(-1)
          return (
            <li key={delivery._id} className="flex flex-wrap items-center gap-x-3 gap-y-1 border-b border-line px-5 py-2.5 last:border-0">
              <span className="min-w-0 flex-1 basis-40">
                <span className="block truncate font-mono text-xs">{delivery.event}</span>
                <span className="block text-xs text-fg-3">
                  {delivery.attempts.length} {delivery.attempts.length === 1 ? "try" : "tries"}
                  {last && ` · ${last.status ?? last.error ?? "no answer"} in ${last.ms} ms`}
                </span>
              </span>
              <Status status={delivery.status} />
              <When at={delivery.createdAt} className="text-xs text-fg-3" />
              <Button size="sm" disabled={redeliver.isPending} onClick={() => redeliver.mutate(delivery._id)}>
                Redeliver
              </Button>
            </li>
          )
        })}
      </ul>
    </Card>
  )
}
