import { withActions } from "../../kit/operation/actions.ts"
import { slice } from "../../kit/operation/slice.ts"
import { serviceOperations } from "./operations.ts"
import { Service } from "./schema.ts"

export const services = slice({
  operations: withActions("services", serviceOperations),
  chapters: {
    services: { part: "Catalogue", about: "A service is something you sell, with a price and perhaps a supplier." },
  },
  refuses: ["GEN-1010", "SMR-"],
  events: { services: { object: Service, actions: ["create", "update"] } },
})
