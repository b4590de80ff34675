import { slice } from "../../kit/operation/slice.ts"
import { ledgerOperations } from "./operations.ts"
import type { PartnerDebtsOf } from "./ports.ts"

export const ledger = (partnerDebts: PartnerDebtsOf) => slice({ operations: ledgerOperations(partnerDebts) })
