import { operation } from "../../kit/operation/operation.ts"
import { readGateway } from "../gateways/registry.ts"
import { Transaction } from "../transactions/schema.ts"
import { callGateway, concludeCharge, prepareCharge } from "./charge.ts"
import { NewCharge } from "./schema.ts"

export const chargeOperations = [
  operation({
    route: "POST /v1/gateways/{id}/charges/create",
    noun: "gateway",
    summary: "Charge a payer's token through a gateway; a retry with the same key returns the same result, also that of a declined charge",
    needs: "transactions.edit",
    effect: "money",
    idempotency: "header",
    input: NewCharge,
    output: Transaction,
    subject: readGateway,
    external: { prepare: prepareCharge, call: callGateway },
    run: (ctx, _input, _gateway, attempt) => concludeCharge(ctx, attempt),
  }),
]
