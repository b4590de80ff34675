import { basename } from "node:path"

/**
 * Files that kill servers and drive browsers take longest; started first, they run beside the short ones. By their names, whatever their
 * folders, so that not all browsers run at once.
 */
export function slowFirst(a: string, b: string): number {
  return Number(b.startsWith("test")) - Number(a.startsWith("test")) || (basename(a) < basename(b) ? -1 : 1)
}

/** Files that take long and use less than four fifths of a core: for time-outs, the end of leases, and programs that start. */
export const waitingFiles = [
  "src/money/disputes/budget.test.ts",
  "src/platform/audit/audit.test.ts",
  "src/platform/events/stream.test.ts",
  "src/platform/mails/mails.test.ts",
  "src/platform/webhooks/retries.test.ts",
  "test/faults/bad-receivers.test.ts",
  "test/faults/billing.test.ts",
  "test/faults/commit-batches.test.ts",
  "test/faults/disputes.test.ts",
  "test/faults/embedded.test.ts",
  "test/faults/frozen.test.ts",
  "test/faults/gateway.test.ts",
  "test/faults/pay-page.test.ts",
  "test/faults/payouts.test.ts",
  "test/faults/refunds.test.ts",
  "test/faults/runtime.test.ts",
  "test/faults/subscriptions.test.ts",
  "test/install.test.ts",
]

/** The places of the files in the order in which a process takes them: one begins with those that wait, and goes on with the shortest. */
export function placesFor(first: "slow" | "waiting", files: readonly string[]): number[] {
  const waits = (place: number) => waitingFiles.includes(files[place]!)
  const [waiting, others] = [[...files.keys()].filter(waits), [...files.keys()].filter(place => !waits(place))]
  return first === "slow" ? [...others, ...waiting] : [...waiting, ...others.toReversed()]
}
