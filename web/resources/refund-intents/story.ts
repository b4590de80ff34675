import type { Story } from "../../dashboard/entry.ts"

export const refundStory: Story = {
  asks: "asked to refund",
  isCreateTold: true,
  isMoney: true,
  statuses: {
    approved: "released the refund",
    rejected: "rejected the refund: no money moves",
    settled: "gave the money back",
    failed: "could not give the money back",
  },
}
