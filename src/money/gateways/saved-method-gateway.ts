export type SavedMethodGateway = {
  /** What the payer saved with a charge that has succeeded. Undefined where nothing was saved. Throws when the gateway does not answer. */
  find(charge: SavingCharge): Promise<SavedCard | undefined>
  /** Ends it: nothing is charged by it any more. Does nothing where it has ended or was never there. Throws as `find` does. */
  remove(tenant: string, reference: string): Promise<void>
}

export type SavingCharge = { tenant: string; key: string; reference: string | null }

/** `reference` is what it is charged by. The rest is for people, as far as the gateway tells it. */
export type SavedCard = {
  reference: string
  brand: string | null
  last4: string | null
  expiryMonth: number | null
  expiryYear: number | null
}
