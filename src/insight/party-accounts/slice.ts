import { slice } from "../../kit/operation/slice.ts"
import { partyAccountOperations } from "./operations.ts"

export const partyAccounts = slice({ operations: partyAccountOperations })
