import { slice } from "../../kit/operation/slice.ts"
import { searchOperations } from "./operations.ts"

export const search = slice({ operations: searchOperations })
