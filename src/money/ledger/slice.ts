import { slice } from "../../kit/operation/slice.ts"
import type { FindPartnerDebts } from "./dependents.ts"
import { ledgerOperations } from "./operations.ts"

export const ledger = (findPartnerDebts: FindPartnerDebts) => slice({ operations: ledgerOperations(findPartnerDebts) })
