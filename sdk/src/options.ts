/** What a caller may say about one request. */
export type Options = {
  /** Made for each write if it is absent. Set your own, such as an order number, to repeat a write after your program was restarted. */
  idempotencyKey?: string
  /** Returns what would happen, and saves nothing. */
  dryRun?: boolean
  /** The version that you last read; refused with GEN-1009 if the object has changed since. */
  ifMatch?: number
  signal?: AbortSignal
}
