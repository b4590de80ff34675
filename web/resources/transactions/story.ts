import { amountIn, type Entry, failureIn, isByPayer, type Story, type Telling } from "../../dashboard/entry.ts"
import { inSentence, t } from "../../lib/translate.ts"
import { say } from "../../lib/words.ts"

/** Nobody declined what never reached the gateway. */
const unreached = ["gateway_unreachable", "never_arrived"]
const isUnreached = ({ after }: Entry) => unreached.includes(failureIn(after ?? {})?.code ?? "")

function tellCreate(entry: Entry): Telling {
  const after = entry.after ?? {}
  const amount = amountIn(after)
  const sum = typeof after["method"] === "string" ? t`${amount} by ${inSentence(say(after["method"]))}` : amount
  if (after["status"] === "succeeded") return { text: tellSuccess(entry, sum), tone: "good", isMoney: true }
  if (after["status"] === "failed") return { text: tellFailure(entry, sum), tone: "bad", isMoney: true }
  if (after["status"] === "pending-approval")
    return { text: t`recorded a payment of ${sum}, which waits for approval`, tone: "info", isMoney: true }
  return { text: t`began a payment of ${sum}`, tone: "info", isMoney: true }
}

function tellSuccess(entry: Entry, sum: string): string {
  if (entry.after?.["transactionType"] === "refund") return t`refunded ${sum}`
  return isByPayer(entry) ? t`paid ${sum}` : t`received ${sum}`
}

const tellFailure = (entry: Entry, sum: string) =>
  isUnreached(entry)
    ? t`attempted a payment of ${sum}, which did not reach the gateway. Nothing was charged`
    : t`attempted a payment of ${sum}, which was declined. Nothing was charged`

export const transactionStory: Story = {
  tellCreate,
  isMoney: true,
  statuses: {
    succeeded: entry => (isByPayer(entry) ? t`paid it` : t`received it`),
    failed: entry =>
      isUnreached(entry)
        ? t`attempted a payment, which did not reach the gateway. Nothing was charged`
        : t`attempted a payment, which was declined. Nothing was charged`,
    reversed: t`reversed the payment`,
  },
}
