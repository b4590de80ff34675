import { noInput, operation } from "../../kit/operation/operation.ts"
import { LedgerReport } from "../../money/ledger/schema.ts"
import { verify } from "./verify.ts"

export const reconciliationOperations = [
  operation({
    route: "GET /v1/ledger/verify",
    label: "Verify the ledger",
    noun: "ledgerReport",
    summary: "Recompute every balance, status, payment and split from the ledger and list each difference",
    needs: "audit.view",
    effect: "read",
    input: noInput,
    output: LedgerReport,
    run: verify,
  }),
]
