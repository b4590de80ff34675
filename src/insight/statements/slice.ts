import { slice } from "../../kit/operation/slice.ts"
import { statementOperations } from "./operations.ts"

export const statements = slice({ operations: statementOperations })
