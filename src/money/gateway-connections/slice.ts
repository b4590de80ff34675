import { withActions } from "../../kit/operation/actions.ts"
import { slice } from "../../kit/operation/slice.ts"
import { gatewayOperations } from "./gateway-operations.ts"
import { connectionJobs, connectionSweeps } from "./jobs.ts"
import { connectionOperations } from "./operations.ts"
import type { ConnectionDependent } from "./ports.ts"
import { listDifferences, reconciliationOperation } from "./reconciliation-operation.ts"
import { reconciliationSweep } from "./reconcile.ts"
import { registrationJobs } from "./registration.ts"
import { resealConnections } from "./reseal-store.ts"
import { GatewayConnection } from "./schema.ts"

export const gatewayConnections = (dependents: readonly ConnectionDependent[]) =>
  slice({
    operations: [
      ...gatewayOperations,
      ...withActions("gateway-connections", [listDifferences, ...connectionOperations, reconciliationOperation(dependents)]),
    ],
    chapters: {
      "gateway-connections": {
        part: "Money in",
        about: "A connection is your own account at a payment provider. Its credentials are sealed and never shown again.",
        guides: ["payments"],
      },
    },
    refuses: ["GTW-", "SMR-"],
    jobs: { ...connectionJobs(dependents), ...registrationJobs },
    sweeps: [...connectionSweeps, reconciliationSweep(dependents)],
    reseal: resealConnections,
    events: { gatewayConnections: { object: GatewayConnection, actions: ["create", "update"] } },
    audits: { gatewayConnections: { needs: "gateways.view" } },
  })
