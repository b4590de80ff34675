import { slice } from "../../kit/operation/slice.ts"
import { ledgerOperations } from "./operations.ts"

export const ledger = slice({ operations: ledgerOperations })
