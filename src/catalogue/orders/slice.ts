import { withActions } from "../../kit/operation/actions.ts"
import { slice } from "../../kit/operation/slice.ts"
import { orderProblem } from "./errors.ts"
import type { FindBill } from "./ports.ts"
import { orderOperations } from "./operations.ts"
import { Order } from "./schema.ts"

export const orders = (findBill: FindBill) =>
  slice({
    operations: withActions("orders", orderOperations(findBill)),
    chapters: {
      orders: { part: "Catalogue", about: "An order collects items for a contact, until payment intents bill them.", guides: ["payments"] },
    },
    errors: orderProblem.families,
    refuses: ["ORD-", "SMR-", "CON-2001"],
    events: { orders: { object: Order, actions: ["create", "update"] } },
  })
