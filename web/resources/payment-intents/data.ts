import { useQuery } from "@tanstack/react-query"
import { call, type Output } from "../../client.ts"
import { useAsOf } from "../../dashboard/as-of.tsx"
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

/** The splits of a payment, as they were known then if the page shows an earlier time. */
export function useSplits(payment: string) {
  const can = usePermission()
  const asOf = useAsOf()
  return useQuery({
    queryKey: ["payment-splits", "of payment", payment, asOf],
    queryFn: async () => {
      const { data } = await call("GET /v1/payment-splits", { paymentIntent: payment, limit: 100, ...until(asOf) })
      if (asOf === undefined) return data
      return Promise.all(data.map(({ _id: id }) => call("GET /v1/payment-splits/{id}", { asOf }, { path: { id } })))
    },
    enabled: can("splits.view"),
  })
}

/** The parts of a payment plan by due date, in the same way. */
export function useInstallments({ _id: plan, intentType }: Payment) {
  const asOf = useAsOf()
  return useQuery({
    queryKey: ["payment-intents", "of plan", plan, asOf],
    queryFn: async () => {
      const { data } = await call("GET /v1/payment-intents", { plan, sort: "dueAt", limit: 100, ...until(asOf) })
      if (asOf === undefined) return data
      return Promise.all(data.map(({ _id: id }) => call("GET /v1/payment-intents/{id}", { asOf }, { path: { id } })))
    },
    enabled: intentType === "payment-plan",
  })
}

const until = (asOf: string | undefined) => (asOf === undefined ? {} : { "createdAt[lte]": asOf })

/** Attempts, refund requests and releases are part of the payment's own activity. */
export function usePaymentParts({ _id }: { _id: string }): StoryPart[] {
  const transactions = useTransactions(_id).data?.data ?? []
  const refunds = useRefunds(_id).data?.data ?? []
  return [
    ...transactions.map(({ _id: id, amount, currency, method }) => ({ api: "transactions", id, amount, currency, method })),
    ...refunds.map(({ _id: id, amount, currency }) => ({ api: "refund-intents", id, amount, currency })),
  ].slice(0, 20)
}
