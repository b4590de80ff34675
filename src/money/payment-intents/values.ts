export const statuses = ["due", "overdue", "paid-partial", "paid-full", "canceled"] as const
export type Status = (typeof statuses)[number]
/** Callers create `ad-hoc` and `payment-plan`; a plan creates its `installment`s, a subscription its `subscription`s. */
export const intentTypes = ["ad-hoc", "payment-plan", "installment", "subscription"] as const
export const cancelReasons = ["duplicate", "requested-by-customer", "abandoned", "fraudulent", "mistake", "other"] as const
