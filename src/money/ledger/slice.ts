import { slice } from "../../kit/operation/slice.ts"
import type { PartnerDebtsOf } from "./dependents.ts"
import { ledgerOperations } from "./operations.ts"

export const ledger = (partnerDebts: PartnerDebtsOf) => slice({ operations: ledgerOperations(partnerDebts) })
