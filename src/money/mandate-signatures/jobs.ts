import { z } from "zod"
import type { Context } from "../../kit/db/context.ts"
import type { Jobs } from "../../kit/jobs/queue.ts"
import { asSystem } from "../../kit/operation/system.ts"
import { readAuthorization } from "../authorizations/store.ts"
import { enqueueCharge } from "../charges/charge.ts"
import { readTarget } from "../charges/target.ts"
import { readPlanForUpdate, sameDebt } from "../transactions/settle.ts"
import { findProcessingCharge } from "../transactions/processing-store.ts"
import { findSignature, type SignatureRow } from "./store.ts"

const Payload = z.object({ authorization: z.string() })

export const mandateSignatureJobs: Jobs = {
  "charge-signed-mandate": {
    describe: () => ({ text: "The payment intent is charged by the mandate that its payer has signed", event: "transactions.create" }),
    async run(tenant, payload) {
      const { authorization } = Payload.parse(payload)
      const signature = await asSystem(tenant, "charge-signed-mandate", ctx => findSignature(ctx, authorization))
      if (!signature) return
      // Contract: a policy never holds a payment that a payer makes on the payment page.
      const channel = signature.channel === "page" ? "page" : "system"
      await asSystem(tenant, "charge-signed-mandate", ctx => chargeSigned(ctx, signature), channel)
    },
  },
}

/** Charges what is still due, never more than was signed for. Charges nothing when the intent was or is being paid another way. */
async function chargeSigned(ctx: Context, { authorization_id: authorization, payment_intent_id: paymentIntent, ...signed }: SignatureRow) {
  const { gateway: gatewayId, status } = await readAuthorization(ctx, authorization)
  const plan = await readPlanForUpdate(ctx, paymentIntent)
  const { target } = plan
  const amount = Math.min(signed.amount, target.amount - target.paid)
  if (status !== "active" || target.status === "canceled" || amount === 0) return
  if (await findProcessingCharge(ctx, sameDebt(plan))) return
  const charge = { paymentIntent, method: "direct-debit", authorization, amount, installments: 1, metadata: {} }
  await enqueueCharge(ctx, charge, await readTarget(ctx, gatewayId), `mandate ${authorization}`)
}
