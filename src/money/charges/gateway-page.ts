import { z } from "zod"
import { noInput, operation } from "../../kit/operation/operation.ts"
import { gatewayOf } from "../gateway-connections/open.ts"
import { readConnection } from "../gateway-connections/store.ts"
import { readTransaction } from "../transactions/store.ts"

/** A route of its own, because only the opened connection knows the address, and lists need not open it. */
export const gatewayPageOperation = operation({
  route: "GET /v1/transactions/{id}/gateway-page",
  label: "Find a transaction at its provider",
  noun: "transaction",
  summary: "The page of the provider that shows a charge or refund; null where it has none, and where the connection has ended",
  needs: "transactions.view",
  effect: "read",
  input: noInput,
  output: z.object({ url: z.string().nullable() }),
  subject: readTransaction,
  async run(ctx, _input, { connection_id, gateway_reference }) {
    const connection = connection_id === null ? undefined : await readConnection(ctx, connection_id)
    if (!connection || gateway_reference === null || connection.status === "disconnected") return { url: null }
    return { url: gatewayOf(connection, ctx.tenant).pageOf(gateway_reference) ?? null }
  },
})
