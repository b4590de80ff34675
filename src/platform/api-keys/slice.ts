import { withActions } from "../../kit/operation/actions.ts"
import { slice } from "../../kit/operation/slice.ts"
import type { UserDependent } from "../tenants/ports.ts"
import { apiKeyOperations } from "./operations.ts"

export const apiKeys = (dependents: readonly UserDependent[]) =>
  slice({
    operations: withActions("dev/api-keys", apiKeyOperations(dependents)),
    chapters: {
      "dev/api-keys": {
        part: "People",
        about: "Keys that programs and agents authenticate with, each with its own role.",
        guides: ["authentication", "access"],
        after: "assistants",
      },
    },
    refuses: ["PRM-1002", "SMR-"],
  })
