import type { BenchServer } from "./bench-server.ts"
import { compareWithLimit, maxUsedUp } from "./compare-with-limit.ts"
import { fillHeldPayments } from "./fill-payments.ts"

/** How fast are approvals? Each one releases a held payment, which pays its intent in full in the same commit. */
export const approve = (server: BenchServer) =>
  compareWithLimit(server, {
    workload: "approve",
    title: "POST /v1/approvals/requests/{id}/approve, 64 clients, each a payment of another intent",
    size: maxUsedUp,
    fill: fillHeldPayments,
  })
