import { readGateway } from "../gateways/registry.ts"
import { operation } from "../kit/operation.ts"
import { Transaction } from "../transactions/schema.ts"
import { callGateway, concludeCharge, prepareCharge } from "./charge.ts"
import { NewCharge } from "./schema.ts"

export const chargeOperations = [
  operation({
    route: "POST /v1/gateways/{id}/charges/create",
    noun: "gateway",
    summary: "Charge a payer through a gateway, by token; a declined charge is an answer and is replayed like one",
    needs: "transactions.edit",
    effect: "money",
    idempotency: "header",
    input: NewCharge,
    output: Transaction,
    subject: readGateway,
    outside: { prepare: prepareCharge, call: callGateway },
    run: (ctx, _input, _gateway, onItsWay) => concludeCharge(ctx, onItsWay),
  }),
]
