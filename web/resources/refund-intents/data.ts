import { useQuery } from "@tanstack/react-query"
import { call, type Output, request } from "../../client.ts"
import { usePermission } from "../../dashboard/session.tsx"

export type Charge = Output<"GET /v1/transactions/{id}">
type Refund = Output<"GET /v1/refund-intents/{id}">
type Split = Output<"GET /v1/payment-splits/{id}">
type Dispute = Output<"GET /v1/disputes/{id}">

const listOf = async <T>(route: string, query: object) => ((await request(route, { ...query, limit: 100 })) as { data: T[] }).data

/** Refunds that use a part of their charge's budget. */
const openOrSettled = "draft,approved,processing,settled"

/** All data that decides how much of a payment can be refunded, and who gives it back. */
export function useRefundData(payment: string) {
  const can = usePermission()
  return useQuery({
    queryKey: ["refund-intents", "possible", payment],
    queryFn: async () => {
      const by = { paymentIntent: payment }
      const [object, refunds, splits, disputes] = await Promise.all([
        call("GET /v1/payment-intents/{id}", {}, { path: { id: payment } }),
        listOf<Refund>("GET /v1/refund-intents", { ...by, "status[in]": openOrSettled }),
        can("splits.view") ? listOf<Split>("GET /v1/payment-splits", by) : [],
        can("disputes.view") ? listOf<Dispute>("GET /v1/disputes", by) : [],
      ])
      return { payment: object, refunds, splits, disputes }
    },
  })
}
