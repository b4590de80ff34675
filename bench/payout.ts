import type { BenchServer } from "./bench-server.ts"
import { compareWithLimit, maxUsedUp } from "./compare-with-limit.ts"
import { fillPayableIntents } from "./fill-payable-intents.ts"

/** How fast are payouts created? Each one pays a split that is due, by hand, and reserves its money. */
export const payout = (server: BenchServer) =>
  compareWithLimit(server, {
    workload: "payout",
    title: "POST /v1/payouts/create, 64 clients, each with an Idempotency-Key and another split",
    size: maxUsedUp,
    fill: fillPayableIntents,
  })
