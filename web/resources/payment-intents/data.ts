import { useQuery } from "@tanstack/react-query"
import { call, type Output } from "../../client.ts"
import { usePermission } from "../../dashboard/session.tsx"
import type { StoryPart } from "../../dashboard/story.ts"

export type Payment = Output<"GET /v1/payment-intents">["data"][number]

/** The charges, refunds and failed attempts of a payment. */
export function useTransactions(payment: string) {
  const can = usePermission()
  return useQuery({
    queryKey: ["transactions", "list", { paymentIntent: payment }],
    queryFn: () => call("GET /v1/transactions", { paymentIntent: payment, limit: 50 }),
    enabled: can("transactions.view"),
  })
}

export function useRefunds(payment: string) {
  const can = usePermission()
  return useQuery({
    queryKey: ["refund-intents", "list", { paymentIntent: payment }],
    queryFn: () => call("GET /v1/refund-intents", { paymentIntent: payment, limit: 50 }),
    enabled: can("refunds.view"),
  })
}

export function useSplits(payment: string) {
  const can = usePermission()
  return useQuery({
    queryKey: ["payment-splits", "list", { paymentIntent: payment }],
    queryFn: () => call("GET /v1/payment-splits", { paymentIntent: payment, limit: 100 }),
    enabled: can("splits.view"),
  })
}

/** Attempts, refund requests and releases are part of the payment's own activity. */
export function usePaymentParts({ _id }: { _id: string }): StoryPart[] {
  const transactions = useTransactions(_id).data?.data ?? []
  const refunds = useRefunds(_id).data?.data ?? []
  return [
    ...transactions.map(({ _id: id, amount, currency, method }) => ({ api: "transactions", id, amount, currency, method })),
    ...refunds.map(({ _id: id, amount, currency }) => ({ api: "refund-intents", id, amount, currency })),
  ].slice(0, 20)
}
