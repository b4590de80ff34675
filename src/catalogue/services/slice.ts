import { withActions } from "../../kit/operation/actions.ts"
import { slice } from "../../kit/operation/slice.ts"
import { serviceOperations } from "./operations.ts"
import { Service } from "./schema.ts"

export const services = slice({
  operations: withActions("services", serviceOperations),
  refuses: ["GEN-1010", "SMR-"],
  events: { services: { object: Service, actions: ["create", "update"] } },
})
