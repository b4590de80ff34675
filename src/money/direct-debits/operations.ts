import { operation } from "../../kit/operation/operation.ts"
import { readAuthorization } from "../authorizations/store.ts"
import { Transaction } from "../transactions/schema.ts"
import { renderTransaction } from "../transactions/store.ts"
import { createDirectDebit } from "./create.ts"
import { NewDirectDebit } from "./schema.ts"

export const directDebitOperations = [
  operation({
    route: "POST /v1/authorizations/{id}/debits/create",
    creates: true,
    noun: "authorization",
    label: "Debit a mandate that you hold",
    summary: "Debit a payer by a mandate that you hold yourself: the debit waits for a payment file, and is paid once the bank says so",
    needs: "transactions.edit",
    effect: "money",
    idempotency: "both",
    input: NewDirectDebit,
    output: Transaction,
    subject: readAuthorization,
    run: async (ctx, input, { id }) => renderTransaction(await createDirectDebit(ctx, { ...input, authorization: id })),
  }),
]
