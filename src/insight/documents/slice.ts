import { slice } from "../../kit/operation/slice.ts"
import { documentProblem } from "./errors.ts"
import { documentOperations } from "./operations.ts"

export const documents = slice({ operations: documentOperations, errors: documentProblem.families })
