import { slice } from "../../kit/operation/slice.ts"
import { gatewayProblem } from "./errors.ts"
import { gatewayOperations } from "./operations.ts"

export const gateways = slice({ operations: gatewayOperations, errors: gatewayProblem.families })
