import { withActions } from "../../kit/operation/actions.ts"
import { slice } from "../../kit/operation/slice.ts"
import type { PaymentIntentDependent } from "../payment-intents/ports.ts"
import { paymentLinkProblem } from "./errors.ts"
import { paymentLinkJobs } from "./jobs.ts"
import { paymentLinkOperations, purchaseOperations } from "./operations.ts"
import { PaymentLink, Purchase } from "./schema.ts"

export const paymentLinks = (dependents: readonly PaymentIntentDependent[]) =>
  slice({
    operations: [
      ...withActions("payment-links", paymentLinkOperations),
      ...withActions("payment-link-purchases", purchaseOperations),
    ] as const,
    chapters: {
      "payment-links": {
        part: "Money in",
        about: "A payment link is a public address at which anybody can buy the same services, within its limits.",
        guides: ["payment-links"],
      },
      "payment-link-purchases": {
        part: "Money in",
        about: "A purchase is what a visitor ordered at a payment link. It holds its units until it is paid or released.",
        guides: ["payment-links"],
      },
    },
    errors: paymentLinkProblem.families,
    refuses: ["PLK-", "GEN-1010", "PIN-", "SMR-"],
    events: {
      paymentLinks: { object: PaymentLink, actions: ["create", "update"] },
      paymentLinkPurchases: { object: Purchase, actions: ["create", "update"] },
    },
    audits: { paymentLinks: { needs: "paymentIntents.view" }, paymentLinkPurchases: { needs: "paymentIntents.view" } },
    jobs: paymentLinkJobs(dependents),
  })
