import { amountIn, type Story } from "../../dashboard/entry.ts"
import { t } from "../../lib/translate.ts"

export const refundStory: Story = {
  tellCreate: ({ after }) => ({ text: t`requested a refund of ${amountIn(after ?? {})}`, tone: "info", isMoney: true }),
  isCreateTold: true,
  isMoney: true,
  statuses: {
    approved: t`released the refund`,
    rejected: t`rejected the refund: no money moves`,
    settled: t`paid the refund`,
    failed: t`could not pay the refund`,
  },
}
