import type { Story } from "../../dashboard/entry.ts"

export const refundStory: Story = {
  asks: "requested a refund of",
  isCreateTold: true,
  isMoney: true,
  statuses: {
    approved: "released the refund",
    rejected: "rejected the refund: no money moves",
    settled: "paid the refund",
    failed: "could not pay the refund",
  },
}
