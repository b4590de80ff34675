import { amountIn, type Entry, failureIn, type Story, type Telling, tookIn } from "../../dashboard/entry.ts"
import { say } from "../../lib/words.ts"

/** Nobody declined what never reached the gateway. */
const unreached = ["gateway_unreachable", "never_arrived"]
const failed = (fields: Record<string, unknown>) =>
  unreached.includes(failureIn(fields)?.code ?? "") ? "which did not reach the gateway" : "which was declined"

function tellCreate(entry: Entry): Telling {
  const after = entry.after ?? {}
  const amount = amountIn(after)
  const by = typeof after["method"] === "string" ? ` by ${say(after["method"]).toLowerCase()}` : ""
  const of = amount === "" ? "" : ` of ${amount}`
  const texts: Record<string, Telling> = {
    succeeded: {
      text: after["transactionType"] === "refund" ? `refunded ${amount}${by}` : `${tookIn(entry)} ${amount}${by}`,
      tone: "good",
      isMoney: true,
    },
    failed: { text: `attempted a payment${of}${by}, ${failed(after)}. Nothing was charged`, tone: "bad", isMoney: true },
    "pending-approval": { text: `recorded a payment${of}${by}, which waits for approval`, tone: "info", isMoney: true },
  }
  return texts[String(after["status"])] ?? { text: `began a payment${of}${by}`, tone: "info", isMoney: true }
}

export const transactionStory: Story = {
  tellCreate,
  isMoney: true,
  statuses: {
    succeeded: entry => `${tookIn(entry)} it`,
    failed: ({ after }) => `attempted a payment, ${failed(after ?? {})}. Nothing was charged`,
    reversed: "reversed the payment",
  },
}
