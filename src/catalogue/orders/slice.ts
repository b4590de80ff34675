import { slice } from "../../kit/operation/slice.ts"
import { orderProblem } from "./errors.ts"
import { orderOperations } from "./operations.ts"
import { Order } from "./schema.ts"

export const orders = slice({
  operations: orderOperations,
  errors: orderProblem.families,
  refuses: ["ORD-", "SMR-"],
  events: { orders: { object: Order, actions: ["create", "update"] } },
})
