/** How a gateway says why it can't charge a saved method any more; the names are those of Stripe where it has one. */
export const savedMethodCodes = { expired: "expired_card", detached: "method_detached", authenticate: "authentication_required" } as const
