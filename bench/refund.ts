import type { BenchServer } from "./bench-server.ts"
import { compareWithLimit } from "./compare-with-limit.ts"
import { fillSettledCharges } from "./fill-payments.ts"

/** How fast are refunds drafted? Each one reserves a part of its charge. */
export const refund = (server: BenchServer) =>
  compareWithLimit(server, {
    workload: "refund",
    title: "POST /v1/refund-intents/create, 64 clients, each with an Idempotency-Key and another charge",
    size: 10_000,
    fill: fillSettledCharges,
  })
