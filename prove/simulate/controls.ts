import type { SourceChange } from "../../test/programs.ts"
import { controls as trialControls } from "../controls.ts"
import { mutations } from "../mutations.ts"

/** Mistakes that only an unlucky order of events shows. */
const names = ["two payments of a plan don't notice each other", "a payment that succeeded fails by a late report"]

/** Mistakes that show only once time has passed. */
const lateMistakes: readonly (SourceChange & { name: string })[] = [
  {
    name: "a cycle forgets to plan the next one",
    path: "src/money/subscriptions/raise.ts",
    from: "  scheduleCycle(ctx, raised)",
    to: "  if (raised.cycle < 1) scheduleCycle(ctx, raised)",
  },
  {
    name: "a refund that failed after all stays settled",
    path: "src/money/refund-intents/conclude.ts",
    from: `refund.status === "settled" && outcome.status === "declined"`,
    to: `refund.status === "approved" && outcome.status === "declined"`,
  },
  {
    name: "a payout that the bank returns stays paid",
    path: "src/money/payouts/conclude.ts",
    from: `status === "paid" && answer.status === "returned"`,
    to: `status === "draft" && answer.status === "returned"`,
  },
  {
    name: "a lost dispute that is won in the end gives nothing back",
    path: "src/money/disputes/learn.ts",
    from: `if (from === "gone") await giveBack`,
    to: `if (from === "reserved" && to === "gone" && amount < 0) await giveBack`,
  },
]

/** Mistakes that simulations must find, or their clean results would prove nothing. */
export const controls: readonly (SourceChange & { name: string })[] = [
  ...trialControls,
  ...lateMistakes,
  ...mutations.filter(({ name }) => names.includes(name)),
]
