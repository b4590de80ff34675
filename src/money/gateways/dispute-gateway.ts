export type DisputeGateway = {
  /**
   * Submits evidence once per key; evidence with a later key replaces it. Throws when the gateway does not answer; the caller tries again.
   */
  submitEvidence(request: EvidenceRequest): Promise<void>
  /** Accepts the dispute, once however often it is called. Throws when the gateway does not answer; the caller tries again. */
  accept(tenant: string, dispute: string): Promise<void>
  /** The dispute as it is now. Events report the same; the look-up is for events that were lost. */
  lookUp(tenant: string, dispute: string): Promise<DisputeState>
}

/** `at`, `fee` and `settlement` as in the events. */
export type DisputeState =
  | { status: "open" | "absent" }
  | { status: "won" | "lost"; at: Date; fee?: number; settlement?: DisputeSettlement }

export type EvidenceRequest = {
  tenant: string
  /** The same on every retry of one submission. */
  key: string
  /** How the gateway names the dispute. */
  dispute: string
  text: string
  /** `kind` says what a document shows, where the gateway has a place for each kind. */
  documents: readonly (string | { name: string; url: string; kind?: string | undefined })[]
}

/** A dispute as its gateway reports it. Each event carries all these fields, because any of them may arrive first. */
export type DisputeReport = {
  /** The key of the charge. */
  key: string
  /** How the gateway names the dispute. */
  dispute: string
  /** In the currency of the charge; the same in each event. */
  amount: number
  reason: string
  /** An inquiry only asks, and moves no money. An appeal reopens what was lost. A dispute when absent. */
  stage?: DisputeStage | undefined
  evidenceDueAt: Date
  /** When it happened, by the gateway's clock. The later of two decisions, or of two fees, counts. */
  at: Date
  /** All that the gateway has taken for the dispute so far, in the currency of the charge. */
  fee?: number | undefined
  /** Instead of the fee, where the gateway books the dispute in another currency than the charge's. */
  settlement?: DisputeSettlement | undefined
}

/** All that a dispute has changed in the gateway's balance so far, and what of that is fees. `net` is negative once money was taken. */
export type DisputeSettlement = { net: number; fee: number; currency: string }

export type DisputeStage = "inquiry" | "dispute" | "appeal"
